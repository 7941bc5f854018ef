//! Pages.

use super::checked::Bad;
use super::evidence::{message_ref, told_message_ref};
use super::time::told_time;
use super::v1;
use super::word::Word;
use hupo::{NewPage, Page};

impl TryFrom<v1::NewPage> for NewPage {
    type Error = Bad;

    fn try_from(wire: v1::NewPage) -> Result<Self, Bad> {
        Ok(Self { text: wire.text, from: message_ref(wire.from, "from")?, to: message_ref(wire.to, "to")? })
    }
}

impl From<NewPage> for v1::NewPage {
    fn from(page: NewPage) -> Self {
        Self { text: page.text, from: told_message_ref(page.from), to: told_message_ref(page.to) }
    }
}

impl From<Page> for v1::Page {
    fn from(page: Page) -> Self {
        Self {
            id: page.id.to_string(),
            kind: page.kind.number(),
            text: page.text,
            from: page.from.to_string(),
            to: page.to.to_string(),
            recorded_at: Some(told_time(page.recorded_at)),
        }
    }
}
