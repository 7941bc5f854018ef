//! A whole space out and in again, line by line. The lines are values; shells write them as JSON.

use crate::making::Making;
use crate::space::Inner;
use crate::{Error, Hupo, Once, Space};
use hupo_store::ExportLine;

impl Space {
    /// Gives every line of the space's export to `each`: what it is, then every write of its ledger in order, as it
    /// stood when this was called. Ends early with what `each` fails with.
    pub fn export<E: From<Error>>(&self, mut each: impl FnMut(ExportLine) -> Result<(), E>) -> Result<(), E> {
        let snapshot = self.inner.snapshot()?;
        for line in snapshot.export() {
            each(line.map_err(Error::from)?)?;
        }
        Ok(())
    }
}

impl Hupo {
    /// Makes a space from the lines of an export; it has the name and the bytes of the exported one. Nothing is
    /// believed: every hash, quote and promise is checked, and the first line that does not hold ends it with its
    /// number, leaving no space behind. What could not be read of a line is handed in as the reason.
    /// Errors: [`Error::SpaceExists`], a bad line.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let other = tempfile::tempdir().expect("a temporary folder");
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// let space = hupo::Hupo::open(folder.path())?.space_or_create(config, now)?;
    /// space.append(vec![hupo::NewMessage::user("明天去拿体检报告")], now)?;
    /// let mut lines = Vec::new();
    /// space.export(|line| Ok::<(), hupo::Error>(lines.push(Ok(line))))?;
    /// let again = hupo::Hupo::open(other.path())?.import_space(lines)?;
    /// assert_eq!(again.digest()?, space.digest()?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn import_space(&self, lines: impl IntoIterator<Item = Result<ExportLine, String>>) -> Result<Space, Error> {
        self.import_space_once(lines, None)
    }

    /// As [`Self::import_space`]; asked again under the same key, gives the space that was made, and of the lines reads
    /// the first alone. Errors: also [`Error::KeyReused`].
    pub fn import_space_once(
        &self,
        lines: impl IntoIterator<Item = Result<ExportLine, String>>,
        once: Option<Once>,
    ) -> Result<Space, Error> {
        let mut lines = lines.into_iter().zip(1..).map(|(line, number)| line.map_err(|what| bad(number, what)));
        let first = lines.next().unwrap_or_else(|| Err(bad(1, "there is no line at all".to_owned())))?;
        let ExportLine::Space(space) = &first else {
            return Err(bad(1, "the first line says what space it is".to_owned()).into());
        };
        let name = space.config.name.clone();
        self.make(&name, Making::new("import", once), |dir| {
            Inner::import(self.shared(), dir, &name, std::iter::once(Ok(first)).chain(lines))
        })
    }
}

impl Space {
    /// A hash of every row of every table, in order: equal for equal spaces.
    pub fn digest(&self) -> Result<[u8; 32], Error> {
        Ok(self.inner.store()?.table_digest()?)
    }
}

fn bad(line: u64, what: String) -> hupo_store::Error {
    hupo_store::Error::BadLine { line, what }
}

#[cfg(test)]
mod tests;
