//! Who calls: what the credential covers, and how much of everything it may use.

use crate::limits::{Limits, Usage};
use crate::problem::Problem;
use crate::verb::{Group, Verb};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The spaces a credential covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spaces {
    /// Every space.
    All,
    /// The spaces of exactly these names.
    Named(BTreeSet<String>),
    /// Every space whose name begins so, and what comes of them.
    Under(String),
}

impl Spaces {
    /// Whether a space of this name is covered.
    pub fn covers(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Named(names) => names.contains(name),
            Self::Under(prefix) => name.starts_with(prefix.as_str()),
        }
    }

    /// The only space there can be, if there is only one.
    pub fn only(&self) -> Option<&str> {
        match self {
            Self::Named(names) if names.len() == 1 => names.first().map(String::as_str),
            Self::All | Self::Named(_) | Self::Under(_) => None,
        }
    }
}

/// What a credential covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// The spaces.
    pub spaces: Spaces,
    /// The verbs, written out.
    pub verbs: BTreeSet<Verb>,
}

impl Grant {
    /// Everything.
    pub fn everything() -> Self {
        Self { spaces: Spaces::All, verbs: Verb::ALL.iter().copied().collect() }
    }

    /// These groups of verbs on these spaces.
    pub fn of(spaces: Spaces, groups: &[Group]) -> Self {
        let verbs = Verb::ALL.iter().copied().filter(|verb| groups.contains(&verb.group())).collect();
        Self { spaces, verbs }
    }
}

/// Who calls. Cheap to clone; every clone counts as the same caller.
#[derive(Debug, Clone)]
pub struct Caller {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    id: String,
    grant: Grant,
    limits: Limits,
    usage: Arc<Usage>,
}

impl Caller {
    /// The caller of this machine where no keys are asked for: everything, counted as one.
    pub fn local() -> Self {
        Self::new("local", Grant::everything(), Limits::of_this_machine())
    }

    /// The caller of this machine, for one space only.
    pub fn local_in(space: &str) -> Self {
        let spaces = Spaces::Named(BTreeSet::from([space.to_owned()]));
        Self::new("local", Grant::of(spaces, &Group::ALL), Limits::of_this_machine())
    }

    /// A caller of this id, whose calls are counted from nothing.
    pub fn new(id: &str, grant: Grant, limits: Limits) -> Self {
        let usage = Arc::new(Usage::new(&limits));
        Self { inner: Arc::new(Inner { id: id.to_owned(), grant, limits, usage }) }
    }

    /// The same caller by another grant and other limits: a key that was changed goes on counting.
    pub(crate) fn changed(&self, grant: Grant, limits: Limits) -> Self {
        if self.inner.grant == grant && self.inner.limits == limits {
            return self.clone();
        }
        let usage = if self.inner.limits == limits { self.inner.usage.clone() } else { Arc::new(Usage::new(&limits)) };
        Self { inner: Arc::new(Inner { id: self.inner.id.clone(), grant, limits, usage }) }
    }

    /// The id of the key, or `local`: for logs, never a secret.
    pub fn id(&self) -> &str {
        &self.inner.id
    }

    /// What it may do.
    pub fn grant(&self) -> &Grant {
        &self.inner.grant
    }

    /// How much of everything it may use.
    pub fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    pub(crate) fn usage(&self) -> &Arc<Usage> {
        &self.inner.usage
    }

    /// Whether it may ask for this verb at all.
    pub fn may(&self, verb: Verb) -> bool {
        self.grant().verbs.contains(&verb)
    }

    /// The space meant by a call: the one it names, or the only one there can be. Outside the grant the answer is the
    /// same whether the space exists or not.
    pub fn space(&self, verb: Verb, named: Option<&str>) -> Result<String, Problem> {
        if !self.may(verb) {
            return Err(Problem::forbidden());
        }
        let named = named.filter(|name| !name.is_empty());
        let Some(name) = named.or_else(|| self.grant().spaces.only()) else {
            return Err(Problem::invalid("space", "name one; the credential covers more than one"));
        };
        if self.grant().spaces.covers(name) { Ok(name.to_owned()) } else { Err(Problem::forbidden()) }
    }
}
