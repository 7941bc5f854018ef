//! Where formats hand in what they read: checked, counted, each line once, and on to the caller.

use crate::line::{self, Conversation, Digest, digest};
use crate::place::{Complaint, Place};
use crate::{Error, LeftOut, OnBad, Piece, Reading, Take, Tally};
use hupo_text::clean::is_blank;
use hupo_types::{Command, NewEntity, NewMessage, NewRelation, Timestamp, limits};
use jiff::tz::TimeZone;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Characters of a field's path that are told; a hostile id makes no huge report.
const PATH_CHARS: usize = 200;

/// External ids that were handed over, and what they stand for; both as digests.
pub(crate) type Seen = HashMap<Digest, Digest>;

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Landed {
    /// It was handed over.
    New,
    /// It had been handed over before.
    Repeated,
    /// It is empty, or bad and skipped.
    Nowhere,
}

/// The desk for one record.
pub(crate) struct Desk<'d> {
    reading: &'d Reading,
    seen: &'d mut Seen,
    pub(crate) tally: &'d mut Tally,
    place: Place,
    take: &'d mut Take<'d>,
}

impl<'d> Desk<'d> {
    pub(crate) fn new(
        reading: &'d Reading,
        seen: &'d mut Seen,
        tally: &'d mut Tally,
        place: Place,
        take: &'d mut Take<'_>,
    ) -> Self {
        Self { reading, seen, tally, place, take }
    }

    /// Turns to another record.
    pub(crate) fn turn_to(&mut self, place: Place) {
        self.place = place;
    }

    /// The record being read.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// The zone of times that come without one.
    pub(crate) fn zone(&self) -> &'d TimeZone {
        &self.reading.zone
    }

    /// Stops, or notes the fault and goes on, as asked.
    pub(crate) fn bad(&mut self, mut complaint: Complaint) -> Result<(), Error> {
        if let Some((end, _)) = complaint.field.char_indices().nth(PATH_CHARS) {
            complaint.field.truncate(end);
            complaint.field.push('…');
        }
        let fault = complaint.at(self.place.clone());
        match self.reading.on_bad {
            OnBad::Stop => Err(fault.into()),
            OnBad::Skip => {
                self.tally.fault(fault);
                Ok(())
            }
        }
    }

    /// What was read, or none if that was bad and is skipped.
    pub(crate) fn good<T>(&mut self, read: Result<T, Complaint>) -> Result<Option<T>, Error> {
        match read {
            Ok(value) => Ok(Some(value)),
            Err(complaint) => self.bad(complaint).map(|()| None),
        }
    }

    /// Counts a line that is no words of anybody's.
    pub(crate) fn leave_out(&mut self, counter: impl FnOnce(&mut LeftOut) -> &mut usize) -> Result<(), Error> {
        *counter(&mut self.tally.left_out) += 1;
        Ok(())
    }

    /// A time; a bad one costs itself only, because the line was said all the same.
    pub(crate) fn time(&mut self, read: Result<Option<Timestamp>, Complaint>) -> Result<Option<Timestamp>, Error> {
        Ok(self.good(read)?.flatten())
    }

    /// Hands over a line that stands at `field`, if it is one and was not handed over before.
    pub(crate) fn say(&mut self, field: &str, line: NewMessage) -> Result<Landed, Error> {
        if is_blank(&line.text) {
            self.tally.left_out.empty_lines += 1;
            return Ok(Landed::Nowhere);
        }
        let new = line::check(field, &line).and_then(|()| self.is_new(field, &line));
        match self.good(new)? {
            None => Ok(Landed::Nowhere),
            Some(false) => {
                self.tally.repeated += 1;
                Ok(Landed::Repeated)
            }
            Some(true) => {
                self.tally.messages += 1;
                self.hand_over(Command::Append { message: line, vector: None }).map(|()| Landed::New)
            }
        }
    }

    /// Hands over the title of a conversation, if it has one that was not handed over before.
    pub(crate) fn title(
        &mut self,
        conversation: &Conversation,
        read: Result<Option<String>, Complaint>,
    ) -> Result<(), Error> {
        let title = self.good(read)?.flatten().filter(|title| !is_blank(title));
        let Some(line) = title.map(|title| conversation.title(title)) else { return Ok(()) };
        let new = line::check("title", &line).and_then(|()| self.is_new("title", &line));
        if self.good(new)? != Some(true) {
            return Ok(());
        }
        self.tally.titles += 1;
        self.hand_over(Command::Append { message: line, vector: None })
    }

    /// Hands over an entity whose name stands at `field`. Gives whether the space knows it now.
    pub(crate) fn entity(&mut self, field: &str, entity: NewEntity) -> Result<bool, Error> {
        let checked = line::check_text(field, "name", &entity.name, limits::NAME_BYTES);
        if self.good(checked)?.is_none() {
            return Ok(false);
        }
        self.tally.entities += 1;
        self.hand_over(Command::AddEntity(entity)).map(|()| true)
    }

    /// Hands over a relation whose predicate stands at `field`; its entities and its line were handed over before.
    pub(crate) fn relation(&mut self, field: &str, relation: NewRelation) -> Result<(), Error> {
        let checked = line::check_text(field, "name", &relation.predicate, limits::NAME_BYTES);
        if self.good(checked)?.is_none() {
            return Ok(());
        }
        self.tally.relations += 1;
        self.hand_over(Command::AddRelation(relation))
    }

    /// Whether the line was not handed over before. The same id with other words is a complaint: a line is never edited.
    fn is_new(&mut self, field: &str, line: &NewMessage) -> Result<bool, Complaint> {
        let Some(id) = &line.external_id else { return Ok(true) };
        let time = line.time.map_or_else(String::new, |time| time.ms().to_string());
        let speaker = line.speaker.as_deref().unwrap_or_default();
        let content = digest(&[&line.role.to_string(), speaker, &time, &line.text]);
        match self.seen.insert(digest(&[id]), content) {
            None => Ok(true),
            Some(known) if known == content => Ok(false),
            Some(known) => {
                self.seen.insert(digest(&[id]), known);
                Err(Complaint::new(
                    field,
                    format!("{id:?} names a line with other words already; give each line an id of its own"),
                ))
            }
        }
    }

    fn hand_over(&mut self, command: Command) -> Result<(), Error> {
        let piece = Piece { place: self.place.clone(), command };
        match (self.take)(piece) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Interrupted),
        }
    }
}
