//! Names: what entities and topics are called, found in a question and shown in an explanation.
//!
//! Two layers, so that a new name does not mean building the matcher of all names again: the old names, and the few
//! that came since. Where names of both overlap, the leftmost and then the longest wins, as inside one matcher; only
//! a name that the loser itself had hidden stays hidden, until the layers are merged.

use crate::book::Name;
use crate::node::{Node, NodeRef};
use hupo_text::{Matcher, Mention};
use hupo_types::{EntityId, TopicId};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// Names the new layer may hold before both are merged.
const FEWEST_NEW_NAMES: usize = 256;
/// With many names: this share of the old ones.
const NEW_NAMES_SHARE: usize = 32;

/// Both layers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    old: Arc<Layer>,
    new: Arc<Layer>,
    /// Names of the book's list in the two.
    old_count: usize,
    count: usize,
}

#[derive(Debug, Default)]
struct Layer {
    /// None while there are no names.
    matcher: Option<Matcher>,
    shown: HashMap<Node, String>,
}

impl Names {
    /// These names and those the book's list has gained since.
    pub(crate) fn renewed(&self, list: &[Name]) -> Self {
        if list.len() == self.count {
            return self.clone();
        }
        let newer = list.get(self.old_count..).unwrap_or_default();
        if newer.len() <= FEWEST_NEW_NAMES.max(self.old_count / NEW_NAMES_SHARE) {
            return Self { new: Arc::new(Layer::new(newer)), count: list.len(), ..self.clone() };
        }
        let (old, new) = (Arc::new(Layer::new(list)), Arc::default());
        Self { old, new, old_count: list.len(), count: list.len() }
    }

    /// The nodes named in a folded text, with byte ranges of it; by place, then node.
    pub(crate) fn find(&self, folded: &str) -> Vec<(Node, Mention)> {
        let mut found: Vec<Mention> = [&self.old, &self.new].iter().flat_map(|layer| layer.find(folded)).collect();
        found.sort_by_key(|m| (m.start, Reverse(m.end), m.key));
        found.dedup();
        let mut taken = 0..0;
        found.retain(|m| {
            let same = m.start == taken.start && m.end == taken.end;
            let free = m.start >= taken.end;
            if free {
                taken = m.start..m.end;
            }
            same || free
        });
        found.into_iter().map(|mention| (node_of(mention.key), mention)).collect()
    }

    pub(crate) fn shown(&self, node: Node) -> NodeRef {
        let name = self.new.shown.get(&node).or_else(|| self.old.shown.get(&node)).cloned();
        match node {
            Node::Document(doc) => NodeRef::Document(doc),
            Node::Entity(id) => NodeRef::Entity { id, name: name.unwrap_or_else(|| id.to_string()) },
            Node::Topic(id) => NodeRef::Topic { id, name: name.unwrap_or_else(|| id.to_string()) },
        }
    }
}

impl Layer {
    fn new(names: &[Name]) -> Self {
        let keyed = names.iter().filter_map(|name| Some((key_of(name.node)?, name.text.clone())));
        let shown = names.iter().filter(|name| name.shown).map(|name| (name.node, name.text.clone()));
        Self { matcher: Some(Matcher::new(keyed)), shown: shown.collect() }
    }

    fn find(&self, folded: &str) -> Vec<Mention> {
        self.matcher.as_ref().map(|matcher| matcher.find_folded(folded)).unwrap_or_default()
    }
}

/// Entities have even keys, topics odd ones. Documents have no names, nor have ids past the range that is given out.
fn key_of(node: Node) -> Option<u64> {
    match node {
        Node::Document(_) => None,
        Node::Entity(id) => id.get().checked_mul(2),
        Node::Topic(id) => id.get().checked_mul(2)?.checked_add(1),
    }
}

fn node_of(key: u64) -> Node {
    if key.is_multiple_of(2) { Node::Entity(EntityId::new(key / 2)) } else { Node::Topic(TopicId::new(key / 2)) }
}
