//! One branch of a conversation that has several: from the line that is current up to its root.

use crate::fields::Fields;
use crate::place::Complaint;
use std::collections::HashSet;

/// A branch, from its root down.
pub(crate) struct Branch<'a> {
    /// Each node with its id.
    pub(crate) nodes: Vec<(String, Fields<'a>)>,
    /// Why it could be followed no further up.
    pub(crate) broken: Option<Complaint>,
}

/// The branch that ends in the node `current`; `parent` is the field that names a node's parent.
pub(crate) fn up_from<'a>(nodes: &Fields<'a>, current: &str, parent: &str) -> Branch<'a> {
    let mut branch = Branch { nodes: Vec::new(), broken: None };
    let (mut passed, mut next) = (HashSet::new(), Some(current.to_owned()));
    while let Some(id) = next {
        match one(nodes, &id, parent, &mut passed) {
            Ok((node, above)) => {
                branch.nodes.push((id, node));
                next = above;
            }
            Err(complaint) => {
                branch.broken = Some(complaint);
                next = None;
            }
        }
    }
    branch.nodes.reverse();
    branch
}

/// A node, and the id of the one above it.
fn one<'a>(
    nodes: &Fields<'a>,
    id: &str,
    parent: &str,
    passed: &mut HashSet<String>,
) -> Result<(Fields<'a>, Option<String>), Complaint> {
    if !passed.insert(id.to_owned()) {
        return Err(nodes.bad(id, format!("the chain of {parent} fields comes back to it; export it again")));
    }
    let node = nodes.object(id)?.ok_or_else(|| nodes.bad(id, format!("is named as {parent} but is not there")))?;
    let above = node.id(parent)?;
    Ok((node, above))
}
