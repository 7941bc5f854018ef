//! Zip archives: the files in them that hold conversations, one after the other, without unpacking them to disk.

use crate::detection::{self, rewind};
use crate::place::{Complaint, Place};
use crate::{Error, Format, Importer, Take};
use std::io::{self, BufReader, Read, Seek};
use std::sync::Arc;
use zip::ZipArchive;

/// Files of an archive that are looked at; one with more is refused.
pub const ENTRIES: usize = 100_000;

/// Bytes that are unpacked of one archive: 16 GiB. What is packed to do harm has more.
pub const UNPACKED_BYTES: u64 = 16 << 30;

/// Whether it begins as zip archives do. It is left at its start.
pub(crate) fn is_archive<R: Read + Seek>(source: &mut R, file: &str) -> Result<bool, Error> {
    rewind(source, file)?;
    let mut start = Vec::new();
    let read = source.by_ref().take(4).read_to_end(&mut start);
    read.map_err(|source| Error::Unreadable { file: file.to_owned(), source })?;
    rewind(source, file)?;
    Ok(start == b"PK\x03\x04" || start == b"PK\x05\x06")
}

/// The format of the first file that has one.
pub(crate) fn detect<R: Read + Seek>(source: &mut R, file: &str) -> Result<Option<Format>, Error> {
    let mut archive = Archive::open(source, file)?;
    for entry in archive.texts() {
        match archive.format_of(&entry) {
            Ok(None) => {}
            Err(error) if costs_itself(&error) => {}
            found => return found,
        }
    }
    Ok(None)
}

/// Reads every file of an archive that holds what is imported; the others are counted.
pub(crate) fn read<R: Read + Seek>(
    importer: &mut Importer,
    source: R,
    file: &Arc<str>,
    take: &mut Take<'_>,
) -> Result<(), Error> {
    let mut archive = Archive::open(source, file)?;
    let (texts, read_before) = (archive.texts(), importer.tally.files);
    importer.tally.left_out.other_files += archive.zip.len() - texts.len();
    for entry in texts {
        let read = read_one(&mut archive, importer, &entry, take);
        match read {
            Err(error) if costs_itself(&error) => {
                let complaint = Complaint::new("(file)", format!("{error}; download the archive again"));
                importer.desk(Place::whole(&entry.name), take).bad(complaint)?;
            }
            read => read?,
        }
    }
    let nothing = importer.tally.files == read_before && importer.tally.bad == 0;
    if nothing { Err(Error::UnknownFormat { file: file.to_string() }) } else { Ok(()) }
}

/// Whether the others of an archive can still be read; what was read of the one stands.
fn costs_itself(error: &Error) -> bool {
    matches!(error, Error::Unreadable { .. } | Error::NotUtf8 { .. })
}

fn read_one<R: Read + Seek>(
    archive: &mut Archive<R>,
    importer: &mut Importer,
    entry: &Entry,
    take: &mut Take<'_>,
) -> Result<(), Error> {
    let found = archive.format_of(entry)?;
    let wanted = importer.named().map_or(found, |named| found.filter(|found| *found == named));
    match wanted {
        Some(format) => archive.with(entry, |reader| importer.read_records(reader, &entry.name, format, take)),
        None if entry.should_be_read() => {
            let complaint = Complaint::new("(file)", "holds no conversation that can be read; export it again");
            importer.desk(Place::whole(&entry.name), take).bad(complaint)
        }
        None => {
            importer.tally.left_out.other_files += 1;
            Ok(())
        }
    }
}

/// An opened archive, and how much of it may still be unpacked.
struct Archive<R> {
    zip: ZipArchive<R>,
    file: Arc<str>,
    left: u64,
}

/// A file of an archive.
struct Entry {
    index: usize,
    /// `ARCHIVE: ENTRY`.
    name: Arc<str>,
    /// Its own name, without folders.
    stem: String,
    is_empty: bool,
}

impl Entry {
    /// Whether its name promises conversations.
    fn should_be_read(&self) -> bool {
        self.stem.starts_with("conversations") && !self.is_empty
    }
}

impl<R: Read + Seek> Archive<R> {
    fn open(source: R, file: &str) -> Result<Self, Error> {
        let opened = ZipArchive::new(source);
        let zip = opened.map_err(|error| Error::BadArchive { file: file.to_owned(), reason: error.to_string() })?;
        if zip.len() > ENTRIES {
            return Err(Error::TooLarge { file: file.to_owned(), what: "entries", limit: ENTRIES as u64 });
        }
        Ok(Self { zip, file: file.into(), left: UNPACKED_BYTES })
    }

    /// The files that may hold JSON, by name.
    fn texts(&self) -> Vec<Entry> {
        let mut texts: Vec<Entry> = (0..self.zip.len()).filter_map(|index| self.text(index)).collect();
        texts.sort_by(|one, other| one.name.cmp(&other.name));
        texts
    }

    fn text(&self, index: usize) -> Option<Entry> {
        let data = self.zip.by_index_data(index).ok()?;
        let name = String::from_utf8_lossy(data.name_raw()).into_owned();
        let stem = name.rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase();
        let is_text = (stem.ends_with(".json") || stem.ends_with(".jsonl")) && !data.is_dir();
        let hidden = stem.starts_with('.') || name.starts_with("__MACOSX");
        let whole = format!("{}: {name}", self.file).into();
        (is_text && !hidden).then_some(Entry { index, name: whole, stem, is_empty: data.size() == 0 })
    }

    fn format_of(&mut self, entry: &Entry) -> Result<Option<Format>, Error> {
        self.with(entry, |reader| detection::of_stream(reader, &entry.name))
    }

    /// What `read` makes of a file's text.
    fn with<T>(
        &mut self,
        entry: &Entry,
        read: impl FnOnce(BufReader<Capped<'_, &mut dyn Read>>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let opened = self.zip.by_index(entry.index);
        let unreadable = |error: zip::result::ZipError| Error::Unreadable {
            file: entry.name.to_string(),
            source: io::Error::other(error.to_string()),
        };
        let mut unpacked = opened.map_err(unreadable)?;
        let inner: &mut dyn Read = &mut unpacked;
        let done = read(BufReader::new(Capped { inner, left: &mut self.left }));
        if self.left == 0 {
            return Err(Error::TooLarge { file: self.file.to_string(), what: "bytes", limit: UNPACKED_BYTES });
        }
        done
    }
}

/// A reader that stops with an error when nothing is left to be read.
struct Capped<'l, R> {
    inner: R,
    left: &'l mut u64,
}

impl<R: Read> Read for Capped<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        *self.left = self.left.saturating_sub(read as u64);
        if *self.left == 0 { Err(io::Error::other("the archive holds too much")) } else { Ok(read) }
    }
}

#[cfg(test)]
mod tests;
