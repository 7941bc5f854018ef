//! The folder: tantivy's files, the mark of a clean stop, and the one place that commits.

use crate::entry::{Entry, SEPARATOR};
use crate::field::{ByField, Field};
use crate::frozen::{Frozen, Handles, ID};
use crate::merging::{Size, plan};
use crate::stamp::Stamp;
use crate::{Error, Options, Result, seal};
use hupo_types::Sequence;
use hupo_types::kill_point::KillPoint;
use std::borrow::Cow;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use tantivy::indexer::{IndexWriterOptions, NoMergePolicy};
use tantivy::schema::{FAST, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer};
use tantivy::{IndexWriter, SegmentReader, TantivyDocument, Term};

/// The file that says that nothing was being written when the index was last put away.
pub(crate) const CLEAN: &str = "clean";
/// The tokenizer's name in the schema.
const TOKENIZER: &str = "hupo";
/// tantivy refuses to write with less.
const LEAST_WRITER_BYTES: usize = 15_100_000;

/// An open folder. No writer is held between batches: one is six threads.
pub(crate) struct Disk {
    dir: PathBuf,
    index: tantivy::Index,
    handles: Handles,
    identity: String,
    writer_memory_bytes: usize,
}

impl Disk {
    pub(crate) fn create(dir: &Path, options: &Options) -> Result<Self> {
        fs::create_dir_all(dir).map_err(Error::io("creating the index folder", dir))?;
        let index = tantivy::Index::create_in_dir(dir, schema());
        Self::new(dir, index.map_err(Error::tantivy("creating the index"))?, options)
    }

    pub(crate) fn open(dir: &Path, options: &Options) -> Result<Self> {
        let index = tantivy::Index::open_in_dir(dir);
        Self::new(dir, index.map_err(Error::tantivy("opening the index"))?, options)
    }

    fn new(dir: &Path, index: tantivy::Index, options: &Options) -> Result<Self> {
        index.tokenizers().register(TOKENIZER, TextAnalyzer::from(Joined::default()));
        let handles = handles(&index.schema()).map_err(Error::tantivy("reading the schema"))?;
        let writer_memory_bytes = options.writer_memory_bytes.max(LEAST_WRITER_BYTES);
        Ok(Self { dir: dir.to_owned(), index, handles, identity: options.identity(), writer_memory_bytes })
    }

    pub(crate) fn handles(&self) -> &Handles {
        &self.handles
    }

    pub(crate) fn has_our_schema(&self) -> bool {
        self.index.schema() == schema()
    }

    /// What the last commit said of itself; `None` before the first.
    pub(crate) fn stamp(&self) -> Result<Option<Stamp>> {
        let metas = self.index.load_metas().map_err(Error::tantivy("reading the commit"))?;
        let unreadable = || Error::damaged("the commit's stamp does not match its checksum");
        metas.payload.map(|payload| Stamp::from_payload(&payload).ok_or_else(unreadable)).transpose()
    }

    /// Opens the last commit for reading.
    pub(crate) fn freeze(&self) -> Result<Frozen> {
        let segments = self.index.searchable_segments();
        let readers =
            segments.and_then(|segments| segments.iter().map(SegmentReader::open).collect::<Result<Vec<_>, _>>());
        Frozen::open(&readers.map_err(Error::tantivy("opening the segments"))?, &self.handles)
    }

    /// Writes a batch of different documents, each in the place of its earlier version; the stamp says how far the index
    /// came. After an error the commit may or may not stand; [`Self::stamp`] tells.
    pub(crate) fn commit<'e>(
        &self,
        batch: impl Iterator<Item = Cow<'e, Entry>>,
        frozen: &Frozen,
        sequence: Sequence,
    ) -> Result<()> {
        self.unmark()?;
        KillPoint::KeywordUnmarked.pass();
        let mut writer = self.writer()?;
        let mut documents = frozen.committed();
        for entry in batch {
            let is_known = frozen.find(entry.id, &self.handles)?.is_some();
            if is_known {
                writer.delete_term(Term::from_field_u64(self.handles.id, entry.id.to_u64()));
            }
            documents += u64::from(!is_known);
            let added = writer.add_document(self.document(&entry));
            added.map_err(Error::tantivy("writing a document"))?;
        }
        let stamp = Stamp { identity: self.identity.clone(), sequence, documents };
        publish(&mut writer, &stamp).map_err(Error::tantivy("committing"))?;
        KillPoint::KeywordCommitted.pass();
        self.tidy(writer);
        Ok(())
    }

    fn writer(&self) -> Result<IndexWriter> {
        let options = IndexWriterOptions::builder()
            .memory_budget_per_thread(self.writer_memory_bytes)
            .num_worker_threads(1)
            .num_merge_threads(1)
            .build();
        let writer: IndexWriter =
            self.index.writer_with_options(options).map_err(Error::tantivy("opening a writer"))?;
        writer.set_merge_policy(Box::new(NoMergePolicy));
        Ok(writer)
    }

    fn document(&self, entry: &Entry) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_u64(self.handles.id, entry.id.to_u64());
        for field in Field::ALL {
            if !entry.terms[field].is_empty() {
                document.add_text(self.handles.words[field], &entry.terms[field]);
            }
        }
        document
    }

    /// Merges what the rule says and removes files that no commit needs. The commit stands whatever happens here.
    fn tidy(&self, mut writer: IndexWriter) {
        let merged = self.merge(&mut writer);
        KillPoint::KeywordMerged.pass();
        let collected = writer.garbage_collect_files().wait().map(drop);
        let ended = writer.wait_merging_threads();
        if let Err(error) = merged.and(collected).and(ended) {
            tracing::warn!(%error, "merging the keyword index failed; it stays in more pieces");
        }
    }

    fn merge(&self, writer: &mut IndexWriter) -> tantivy::Result<()> {
        let metas = self.index.searchable_segment_metas()?;
        let size = |meta: &tantivy::SegmentMeta| Size {
            live: meta.num_docs().into(),
            deleted: meta.num_deleted_docs().into(),
        };
        let chosen = plan(&metas.iter().map(size).collect::<Vec<_>>());
        let ids: Vec<_> =
            chosen.into_iter().filter_map(|place| metas.get(place)).map(tantivy::SegmentMeta::id).collect();
        if ids.is_empty() { Ok(()) } else { writer.merge(&ids).wait().map(drop) }
    }

    /// Reads every file of the commit and compares it with its checksum.
    ///
    /// tantivy's own `validate_checksum` passes over files that its list of files does not name, and that list has no
    /// checksum; so the folder itself is the list here.
    pub(crate) fn verify(&self) -> Result<()> {
        let metas = self.index.searchable_segment_metas().map_err(Error::tantivy("reading the commit"))?;
        let names: Vec<String> = metas.iter().map(|meta| meta.id().uuid_string()).collect();
        for (name, _) in files(&self.dir)? {
            if names.iter().any(|segment| name.starts_with(segment)) {
                let sound = self.index.directory().validate_checksum(Path::new(&name));
                if !sound.map_err(|error| Error::damaged(format!("{name}: {error}")))? {
                    return Err(Error::damaged(format!("{name} does not match its checksum")));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn bytes(&self) -> Result<u64> {
        Ok(files(&self.dir)?.into_iter().map(|(_, bytes)| bytes).sum())
    }

    /// Whether the folder was put away cleanly, and holds the files it was put away with.
    pub(crate) fn is_marked_clean(&self) -> Result<bool> {
        match fs::read_to_string(self.dir.join(CLEAN)) {
            Ok(sealed) if sealed == seal::of(&self.dir)? => Ok(true),
            Ok(_) => Err(Error::damaged("its files are not those it was put away with")),
            Err(_) => Ok(false),
        }
    }

    /// Marks the folder as put away cleanly, with its seal.
    pub(crate) fn mark(&self) -> Result<()> {
        let (path, seal) = (self.dir.join(CLEAN), seal::of(&self.dir)?);
        let written = fs::File::create(&path).and_then(|mut file| {
            file.write_all(seal.as_bytes())?;
            file.sync_all()
        });
        written.map_err(Error::io("marking a clean stop", &path))?;
        KillPoint::KeywordMarked.pass();
        Ok(())
    }

    fn unmark(&self) -> Result<()> {
        let path = self.dir.join(CLEAN);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(Error::io("removing the mark of a clean stop", &path)(error))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// The only call of tantivy's commit: a bare `commit()` would clear the payload.
fn publish(writer: &mut IndexWriter, stamp: &Stamp) -> tantivy::Result<()> {
    let mut prepared = writer.prepare_commit()?;
    prepared.set_payload(&stamp.to_payload());
    KillPoint::KeywordPrepared.pass();
    prepared.commit().map(drop)
}

/// The files of a folder, with their sizes.
pub(crate) fn files(dir: &Path) -> Result<Vec<(String, u64)>> {
    let read = || -> std::io::Result<Vec<(String, u64)>> {
        let mut files = Vec::new();
        for item in fs::read_dir(dir)? {
            let item = item?;
            let about = item.metadata()?;
            if about.is_file() {
                files.push((item.file_name().to_string_lossy().into_owned(), about.len()));
            }
        }
        Ok(files)
    };
    read().map_err(Error::io("listing the index folder", dir))
}

fn schema() -> Schema {
    let indexing = TextFieldIndexing::default().set_tokenizer(TOKENIZER).set_index_option(IndexRecordOption::WithFreqs);
    let words = TextOptions::default().set_indexing_options(indexing);
    let mut schema = Schema::builder();
    schema.add_u64_field(ID, INDEXED | FAST);
    for field in Field::ALL {
        schema.add_text_field(field.name(), words.clone());
    }
    schema.build()
}

fn handles(schema: &Schema) -> tantivy::Result<Handles> {
    Ok(Handles { id: schema.get_field(ID)?, words: ByField::try_from_fn(|field| schema.get_field(field.name()))? })
}

/// Cuts at [`SEPARATOR`]: the terms were made before, for the part in memory.
#[derive(Clone, Default)]
struct Joined {
    token: Token,
}

struct JoinedStream<'a> {
    terms: std::str::Split<'a, char>,
    token: &'a mut Token,
}

impl Tokenizer for Joined {
    type TokenStream<'a> = JoinedStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> JoinedStream<'a> {
        self.token.reset();
        JoinedStream { terms: text.split(SEPARATOR), token: &mut self.token }
    }
}

impl TokenStream for JoinedStream<'_> {
    fn advance(&mut self) -> bool {
        let Some(term) = self.terms.next() else { return false };
        self.token.position = self.token.position.wrapping_add(1);
        self.token.text.clear();
        self.token.text.push_str(term);
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}
