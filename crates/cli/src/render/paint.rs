//! Colours, for those who can see them.

/// Puts text into a style, or leaves it plain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    pub(crate) const fn new(on: bool) -> Self {
        Self { on }
    }

    pub(crate) fn is_on(self) -> bool {
        self.on
    }

    /// What matters most.
    pub(crate) fn bold(self, text: &str) -> String {
        self.wear("1", text)
    }

    /// What matters least.
    pub(crate) fn dim(self, text: &str) -> String {
        self.wear("2", text)
    }

    /// Words that somebody said.
    pub(crate) fn quote(self, text: &str) -> String {
        self.wear("36", text)
    }

    /// What is not as it should be.
    pub(crate) fn warn(self, text: &str) -> String {
        self.wear("33", text)
    }

    fn wear(self, style: &str, text: &str) -> String {
        if self.on { format!("\x1b[{style}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
