//! Playing: each line of the script through the door, at its own time.

use super::care;
use super::labels::Labels;
use super::look::look;
use super::script::{Ask, Believe, Decide, Line, Propose, Step};
use super::{Found, Tally, Told};
use anyhow::{Context, Result};
use hupo::{
    Answer, Cited, DocId, EntityId, EraseTarget, Hit, Member, MemoryId, MemoryRef, NewDecision, NewMessage, NewTopic,
    ObservationId, Question, Role, Space, Timestamp,
};

/// A story on its way.
pub(super) struct Play<'a> {
    space: &'a Space,
    /// Whether silence is expected where the script says so: with vectors something is always near, and of so few
    /// memories the floor keeps little away.
    silent: bool,
    labels: Labels,
    session: Option<String>,
    chapters: usize,
    tally: Tally,
}

impl<'a> Play<'a> {
    pub(super) fn new(space: &'a Space, silent: bool) -> Self {
        Self { space, silent, labels: Labels::default(), session: None, chapters: 0, tally: Tally::default() }
    }

    /// How it went so far.
    pub(super) const fn tally(&self) -> Tally {
        self.tally
    }

    /// What was played so far came before the story: chapters and sums begin anew. What came otherwise stays counted.
    pub(super) fn begin(&mut self) {
        self.chapters = 0;
        self.tally = Tally { otherwise: self.tally.otherwise, ..Tally::default() };
    }

    /// Plays one line.
    pub(super) fn step(&mut self, line: Line<'_>) -> Result<Told> {
        let mut value = serde_json::from_str(line.text)?;
        self.labels.fill(&mut value);
        let step = serde_json::from_value(value).with_context(|| format!("line {} is no step", line.number))?;
        let told = self.carry_out(step)?;
        self.tally.count(&told);
        Ok(told)
    }

    fn carry_out(&mut self, step: Step) -> Result<Told> {
        match step {
            Step::Chapter { en, zh } => {
                self.chapters += 1;
                Ok(Told::Chapter { number: self.chapters, en, zh })
            }
            Step::Say(message) => self.say(message),
            Step::Propose(propose) => self.propose(propose),
            Step::Decide(decide) => self.decide(decide),
            Step::Rules { time, rules } => {
                self.space.set_rules(rules.clone(), time)?;
                Ok(Told::Ruled { rules })
            }
            Step::Believe(believe) => self.believe(believe),
            Step::Ask(ask) => self.ask(ask),
            Step::Look(wanted) => {
                let note = wanted.note.clone();
                Ok(Told::Looked { looked: look(self.space, &wanted)?, note })
            }
            Step::Merge { time, keep, merge, note } => self.merge(time, (keep, merge), note),
            Step::Split { time, entity } => self.split(time, entity),
            Step::Erase { time, message, memory, note } => self.erase(time, (message, memory), note),
            Step::Topic { time, name, about } => care::topic(self.space, NewTopic { name, about }, time),
            Step::Use { time, turn, memories, note } => care::used(self.space, (turn, memories), note, time),
            Step::Detect(detect) => care::detect(self.space, detect),
            Step::Maintain(maintain) => care::maintain(self.space, maintain),
            Step::Due { month, note } => care::due(self.space, &month, note),
            Step::Context(turned) => care::context(self.space, turned),
            Step::Temperatures { time, note } => care::temperatures(self.space, note, time),
            Step::Revisit { time, memory, note } => care::revisit(self.space, memory, note, time),
            Step::Restore { time, memories, note } => care::restore(self.space, memories, note, time),
            Step::Expand { summary, note } => care::expand(self.space, summary, note),
        }
    }

    fn say(&mut self, message: NewMessage) -> Result<Told> {
        let time = message.time.context("every line of the story has its time")?;
        let begins = (self.session != message.session).then_some(time);
        self.session.clone_from(&message.session);
        let told = Told::Said {
            begins,
            user: message.role == Role::User,
            speaker: message.speaker.clone().unwrap_or_default(),
            text: message.text.clone(),
            id: message.external_id.clone().unwrap_or_default(),
        };
        self.space.append(vec![message], time)?;
        Ok(told)
    }

    fn propose(&mut self, Propose { time, label, note, proposal, expect }: Propose) -> Result<Told> {
        let said = self.space.propose(vec![proposal.clone()].into(), time)?;
        let verdict = said.verdicts.into_iter().next().context("a proposal gets a verdict")?;
        if let Some(label) = label {
            self.labels.learn(&label, &verdict);
        }
        Ok(Told::Judged { proposal: Box::new(proposal), verdict, expected: expect, note })
    }

    fn decide(&mut self, Decide { time, on, label, decision, by, expect }: Decide) -> Result<Told> {
        let said = match &decision {
            NewDecision::Approve => format!("approve {on}"),
            NewDecision::Edit { .. } => format!("edit {on}"),
            NewDecision::Merge { into } => format!("merge {on} into {into}"),
            NewDecision::Reject { reason, bar } => {
                format!("reject {on}{}: {reason}", if *bar { " and bar it" } else { "" })
            }
        };
        let verdict = self.space.decide(on, decision, &by, time)?;
        if let Some(label) = label {
            self.labels.learn(&label, &verdict);
        }
        Ok(Told::Decided { by, decision: said, verdict, expected: expect })
    }

    fn believe(&self, Believe { time, beliefs, expect, note }: Believe) -> Result<Told> {
        let log = self.space.observations(None)?;
        let made_from = log.last().map_or(ObservationId::new(0), |last| last.id);
        let texts = beliefs.iter().map(|belief| format!("{} = {}", belief.slot, belief.value)).collect();
        let verdicts = self.space.put_beliefs(beliefs, made_from, time)?;
        Ok(Told::Believed { beliefs: texts, verdicts, expected: expect, note })
    }

    fn ask(&self, ask: Ask) -> Result<Told> {
        let mut question = Question::new(&ask.question, ask.time).scope(ask.scope);
        question.as_of = ask.as_of;
        question.include = ask.include;
        let answer = self.space.recall(&question)?;
        let wrong = self.wrong(&ask, &answer)?;
        let found = answer.hits.iter().map(found).collect();
        Ok(Told::Answered { question: ask.question, as_of: ask.as_of, found, wrong, note: ask.note })
    }

    /// What is missing among the answers, and what should not be there.
    fn wrong(&self, ask: &Ask, answer: &Answer) -> Result<Vec<String>> {
        let stands_for = |hit: &Hit, id| hit.stands_for.iter().any(|member| DocId::Memory(member.id) == id);
        let has = |id: DocId| answer.hits.iter().any(|hit| hit.id == id || stands_for(hit, id));
        let mut wrong = Vec::new();
        for meant in ask.expect.iter().flatten() {
            let id = self.document(meant)?;
            wrong.extend(id.is_none_or(|id| !has(id)).then(|| format!("{meant:?} is missing")));
        }
        for meant in &ask.never {
            wrong.extend(self.document(meant)?.filter(|id| has(*id)).map(|id| format!("{id} should not be there")));
        }
        let silence = self.silent && ask.expect.as_ref().is_some_and(Vec::is_empty);
        wrong.extend((silence && !answer.hits.is_empty()).then(|| "there should be silence".to_owned()));
        Ok(wrong)
    }

    fn document(&self, meant: &MemoryRef) -> Result<Option<DocId>> {
        Ok(match meant {
            MemoryRef::Id(id) => Some(DocId::Memory(*id)),
            MemoryRef::External(name) => self.space.find(name)?.into_iter().next(),
        })
    }

    fn merge(&self, time: Timestamp, (keep, merge): (EntityId, EntityId), note: Option<String>) -> Result<Told> {
        let names = self.names([keep, merge])?;
        self.space.merge_entities(keep, merge, time)?;
        Ok(Told::Joined { merged: true, names, note })
    }

    fn split(&self, time: Timestamp, entity: EntityId) -> Result<Told> {
        let names = self.names([entity])?;
        self.space.split_entity(entity, time)?;
        Ok(Told::Joined { merged: false, names, note: None })
    }

    fn names<const N: usize>(&self, ids: [EntityId; N]) -> Result<Vec<String>> {
        let name = |id| Ok(self.space.entity(id)?.context("the entity is known")?.name);
        ids.into_iter().map(name).collect()
    }

    fn erase(
        &self,
        time: Timestamp,
        (message, memory): (Option<String>, Option<MemoryId>),
        note: Option<String>,
    ) -> Result<Told> {
        let named = message.as_deref().map(|name| self.space.find(name)).transpose()?.unwrap_or_default();
        let target = match (named.first(), memory) {
            (Some(DocId::Message(id)), _) => EraseTarget::Message(*id),
            (Some(DocId::Memory(id)), _) => EraseTarget::Memory(*id),
            (None, Some(id)) => EraseTarget::Memory(id),
            (None, None) => anyhow::bail!("nothing of that name is there to erase"),
        };
        Ok(Told::Erased { erasure: self.space.erase(target, time)?, note })
    }
}

fn found(hit: &Hit) -> Found {
    let members = hit.stands_for.iter().map(member).collect();
    Found { id: hit.id, text: hit.text.clone(), quotes: quotes(&hit.evidence), members }
}

/// A member that a summary stands for, with its own words.
fn member(member: &Member) -> Found {
    let (id, text) = (DocId::Memory(member.id), member.text.clone());
    Found { id, text, quotes: quotes(&member.evidence), members: Vec::new() }
}

fn quotes(cited: &[Cited]) -> Vec<(String, String)> {
    let place = |cited: &Cited| cited.external_id.clone().unwrap_or_else(|| cited.message_id.to_string());
    cited.iter().map(|cited| (cited.quote.clone(), place(cited))).collect()
}
