//! Relations of a retrieval set, each with the words it rests on.
//!
//! Triples that name their documents (MuSiQue) quote the shortest slice that shows both ends, or the one end that is
//! there. Relations without a source (LifeBench's cast) are written down as a system line each, which they cite.

use super::surface::Surface;
use super::{BadLine, Group, LeftOut, Record};
use hupo::{EntityRef, Interval, MessageRef, NewEntity, NewEvidence, NewMessage, NewRelation, Role};
use std::collections::{HashMap, HashSet};

/// The word under which LoCoMo lists what a model made of a turn.
const MODEL_MADE: &str = "observation";

/// A relation as a set writes it.
pub(super) struct Triple {
    subject: String,
    predicate: String,
    object: String,
    documents: Option<Vec<String>>,
}

pub(super) fn triple(mut line: Record) -> Result<(Option<String>, Triple), BadLine> {
    let triple = Triple {
        subject: line.text("subject")?,
        predicate: line.text("relation")?,
        object: line.text("object")?,
        documents: line.optional("docs", "a list of document ids")?,
    };
    Ok((line.text_if("group")?, triple))
}

/// Adds to a group what its triples say, and counts what they cannot.
pub(super) fn add(group: &mut Group, triples: Vec<Triple>, left_out: &mut LeftOut) {
    let (mut relations, mut sources) = (Vec::new(), Vec::new());
    let surfaces = surfaces(&group.documents);
    for triple in triples {
        if triple.predicate == MODEL_MADE {
            left_out.model_made += 1;
            continue;
        }
        let evidence = match &triple.documents {
            Some(documents) => quotes(&triple, documents, &surfaces),
            None => vec![written_down(&triple, &mut sources)],
        };
        if evidence.is_empty() {
            left_out.relations_without_words += 1;
        } else {
            relations.push(relation(triple, evidence));
        }
    }
    drop(surfaces);
    add_missing_ends(group, &relations);
    group.relations.extend(relations);
    group.sources.extend(sources);
}

fn surfaces(documents: &[NewMessage]) -> HashMap<&str, Surface<'_>> {
    let named = documents.iter().filter_map(|document| Some((document.external_id.as_deref()?, document)));
    named.map(|(id, document)| (id, Surface::new(&document.text))).collect()
}

fn quotes(triple: &Triple, documents: &[String], surfaces: &HashMap<&str, Surface<'_>>) -> Vec<NewEvidence> {
    let read = documents.iter().filter_map(|id| Some((id, surfaces.get(id.as_str())?)));
    let found = read.filter_map(|(id, surface)| Some((id, surface.quote(&triple.subject, &triple.object)?)));
    found.map(|(id, quote)| cite(id, Role::User, quote)).collect()
}

fn cite(external_id: &str, role: Role, quote: &str) -> NewEvidence {
    NewEvidence::statement(MessageRef::External(external_id.to_owned()), role, quote)
}

/// Writes a relation that has no source into the transcript as the program's own line, and cites it.
fn written_down(triple: &Triple, sources: &mut Vec<NewMessage>) -> NewEvidence {
    let id = format!("relation/{}", sources.len() + 1);
    let text = format!("{} —{}→ {}", triple.subject, triple.predicate, triple.object);
    let evidence = cite(&id, Role::System, &text);
    sources.push(NewMessage::new(Role::System, text).external_id(id));
    evidence
}

fn relation(triple: Triple, evidence: Vec<NewEvidence>) -> NewRelation {
    NewRelation {
        from: EntityRef::Name(triple.subject),
        predicate: triple.predicate,
        to: EntityRef::Name(triple.object),
        evidence,
        valid: Interval::default(),
        replaces: None,
    }
}

/// A relation needs both of its ends; sets do not list them all.
fn add_missing_ends(group: &mut Group, relations: &[NewRelation]) {
    let mut known: HashSet<String> = group.entities.iter().map(|entity| entity.name.clone()).collect();
    for end in relations.iter().flat_map(|relation| [&relation.from, &relation.to]) {
        if let EntityRef::Name(name) = end
            && known.insert(name.clone())
        {
            group.entities.push(NewEntity { name: name.clone(), kind: Default::default(), aliases: Vec::new() });
        }
    }
}
