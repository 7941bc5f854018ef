//! Writing with vectors: documents are drafted, embedded in context, and committed with their vectors in the event.

use crate::draft::Drafter;
use crate::options::Embed;
use crate::space::Inner;
use crate::{Error, Receipt, When, erase, once};
use hupo_recall::passage;
use hupo_store::{Snapshot, Write};
use hupo_types::{Command, DocId, ModelIdentity, Timestamp};
use std::sync::PoisonError;

/// Documents embedded between two commits of [`waiting`].
const BATCH: usize = 64;

/// Writes commands; see [`crate::Space::write`].
pub(crate) fn write(inner: &Inner, mut commands: Vec<Command>, when: When) -> Result<Receipt, Error> {
    let embeds = inner.shared.options.embed == Embed::BeforeCommit && inner.shared.models.embedder.is_some();
    let _drafting = embeds.then(|| inner.drafting.lock().unwrap_or_else(PoisonError::into_inner));
    if embeds && !once::is_done(inner, &when)? {
        fill_in(inner, &mut commands)?;
    }
    commit(inner, commands, when)
}

fn commit(inner: &Inner, commands: Vec<Command>, when: When) -> Result<Receipt, Error> {
    let has_vectors = commands.iter().any(has_vector);
    let mut write = Write::new(commands, when.now);
    write.model = has_vectors.then(|| identity(inner)).transpose()?.flatten();
    let store = inner.store()?;
    let receipt = match when.of_store("write", false) {
        Some(once) => store.commit_once(write, once)?,
        None => store.commit(write)?,
    };
    erase::after(inner, &receipt.change)?;
    Ok(Receipt { sequence: receipt.sequence, stored: receipt.stored })
}

/// The embedder's identity; without one, that of the space's own vectors, so that a caller's vectors can join them.
pub(crate) fn identity(inner: &Inner) -> Result<Option<ModelIdentity>, Error> {
    match &inner.shared.models.embedder {
        Some(embedder) => Ok(Some(embedder.identity().clone())),
        None => Ok(inner.snapshot()?.model().cloned()),
    }
}

const fn has_vector(command: &Command) -> bool {
    match command {
        Command::Append { vector, .. } | Command::Remember { vector, .. } => vector.is_some(),
        Command::Embed { .. } => true,
        Command::AddEntity(_)
        | Command::AddRelation(_)
        | Command::AddTopic(_)
        | Command::AddEvidence { .. }
        | Command::SetStanding { .. }
        | Command::Supersede { .. }
        | Command::MergeEntities { .. }
        | Command::SplitEntity { .. }
        | Command::Log(_)
        | Command::Review(_)
        | Command::Care(_)
        | Command::CloseRun(_)
        | Command::Erase(_) => false,
    }
}

/// Gives a vector to every command that makes a document and has none. Lines the space knows already are left alone,
/// and so are texts the store will refuse: it says why, the model would not.
fn fill_in(inner: &Inner, commands: &mut [Command]) -> Result<(), Error> {
    let snapshot = inner.snapshot()?;
    let mut drafter = Drafter::new(&snapshot);
    let mut drafts: Vec<(usize, String)> = Vec::new();
    for (place, command) in commands.iter().enumerate() {
        let draft = drafter.draft(command)?;
        if let Some(document) = draft.filter(|_| !is_known(&snapshot, command)) {
            drafts.push((place, passage(&document, &inner.zone)));
        }
    }
    let texts: Vec<&str> = drafts.iter().map(|(_, text)| text.as_str()).collect();
    let vectors = inner.shared.models.embedder()?.embed_passages(&texts, &|_| {})?;
    for ((place, _), vector) in drafts.iter().zip(vectors) {
        if let Some(Command::Append { vector: slot, .. } | Command::Remember { vector: slot, .. }) =
            commands.get_mut(*place)
        {
            *slot = Some(vector);
        }
    }
    Ok(())
}

fn is_known(snapshot: &Snapshot, command: &Command) -> bool {
    let known = if let Command::Append { message, .. } = command {
        message.external_id.as_deref().map(|id| snapshot.message_by_external(id).map(|known| known.is_some()))
    } else if let Command::Remember { memory, .. } = command {
        memory.external_id.as_deref().map(|id| snapshot.memory_by_external(id).map(|known| known.is_some()))
    } else {
        None
    };
    matches!(known, Some(Ok(true)))
}

/// Embeds what waits; see [`crate::Space::embed_waiting`].
pub(crate) fn waiting(inner: &Inner, now: Timestamp, progress: &dyn Fn(usize, usize)) -> Result<usize, Error> {
    let embedder = inner.shared.models.embedder()?;
    let snapshot = inner.snapshot()?;
    if snapshot.model().is_some_and(|model| model != embedder.identity()) {
        return again(inner, now, progress);
    }
    let docs: Vec<DocId> = snapshot.docs_without_vector()?.collect::<Result<_, _>>()?;
    drop(snapshot);
    for (batch, done) in docs.chunks(BATCH).zip((0..).step_by(BATCH)) {
        progress(done, docs.len());
        commit(inner, embedded(inner, batch)?, now.into())?;
    }
    progress(docs.len(), docs.len());
    Ok(docs.len())
}

/// Makes every vector anew with the present model. The old ones serve until one write exchanges all of them; documents
/// that come meanwhile wait for the next call.
fn again(inner: &Inner, now: Timestamp, progress: &dyn Fn(usize, usize)) -> Result<usize, Error> {
    let embedder = inner.shared.models.embedder()?;
    let snapshot = inner.snapshot()?;
    let docs: Vec<DocId> = snapshot.facts()?.map(|facts| facts.map(|facts| facts.id)).collect::<Result<_, _>>()?;
    drop(snapshot);
    let mut commands = Vec::with_capacity(docs.len());
    for batch in docs.chunks(BATCH) {
        progress(commands.len(), docs.len());
        commands.extend(embedded(inner, batch)?);
    }
    let n_embedded = commands.len();
    let mut write = Write::new(commands, now);
    write.model = Some(embedder.identity().clone());
    write.replaces_vectors = true;
    inner.store()?.commit(write)?;
    progress(n_embedded, docs.len());
    Ok(n_embedded)
}

/// Embeds these documents in a write of its own.
pub(crate) fn these(inner: &Inner, docs: &[DocId], now: Timestamp) -> Result<(), Error> {
    commit(inner, embedded(inner, docs)?, now.into()).map(|_| ())
}

/// The commands that give these documents their vectors.
fn embedded(inner: &Inner, docs: &[DocId]) -> Result<Vec<Command>, Error> {
    let texts = passages(inner, docs)?;
    let borrowed: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    let vectors = inner.shared.models.embedder()?.embed_passages(&borrowed, &|_| {})?;
    Ok(texts.iter().zip(vectors).map(|((doc, _), vector)| Command::Embed { doc: *doc, vector }).collect())
}

fn passages(inner: &Inner, docs: &[DocId]) -> Result<Vec<(DocId, String)>, Error> {
    let snapshot = inner.snapshot()?;
    let mut passages = Vec::with_capacity(docs.len());
    for &doc in docs {
        if let Some(document) = snapshot.document(doc)? {
            passages.push((doc, passage(&document, &inner.zone)));
        }
    }
    Ok(passages)
}
