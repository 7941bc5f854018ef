//! One root with its space: filled, asked, put away, opened again, erased when it is full, and made anew.

use hupo::{
    Batch, Command, EraseTarget, Error, Hupo, Kind, MemoryId, MessageId, MessageRef, NewEvidence, NewMemory, Proposal,
    Question, ReviewPolicy, Role, Rules, Scope, SearchScope, Space, Turn, UseBasis,
};
use hupo_benches::{Corpus, Random, SPACE, create, now, vector};
use std::path::PathBuf;

/// A space with more messages than this is erased and begun anew, so that what lives does not grow.
const MOST_MESSAGES: u64 = 600;

pub(crate) struct Keeper {
    root: PathBuf,
    open: Option<(Hupo, Space)>,
    /// Messages and memories of the present space, erased ones too.
    n_messages: u64,
    n_memories: u64,
    /// The number of the next line of the corpus.
    next: usize,
}

impl Keeper {
    pub(crate) fn new(root: PathBuf, next: usize) -> Self {
        std::fs::create_dir_all(&root).expect("a folder can be made");
        Self { root, open: None, n_messages: 0, n_memories: 0, next }
    }

    pub(crate) fn put_away(&mut self) -> Result<(), Error> {
        self.open.take().map_or(Ok(()), |(_, space)| space.close())
    }

    /// One deed by chance.
    pub(crate) fn step(&mut self, corpus: &Corpus, random: &mut Random) -> Result<&'static str, Error> {
        if self.n_messages > MOST_MESSAGES {
            return self.erase_space().map(|()| "erase space");
        }
        if self.n_messages < 3 {
            return self.append(corpus, 10).map(|()| "append");
        }
        match random.below(200) {
            0..90 => self.append(corpus, 1 + random.below(4)).map(|()| "append"),
            90..130 => self.ask(corpus, random).map(|()| "recall"),
            130..140 => self.context(corpus, random).map(|()| "context"),
            140..160 => self.propose(random).map(|()| "propose"),
            160..168 => self.used(random).map(|()| "used"),
            168..172 => self.maintain().map(|()| "maintain"),
            172..184 => self.put_away().map(|()| "put away"),
            184..190 => self.erase(random).map(|()| "erase"),
            190..192 => self.space()?.rebuild(&mut |_, _, _| ()).map(|()| "rebuild"),
            192..196 => self.space()?.flush().map(|()| "flush"),
            196..198 => self.back_up().map(|()| "backup"),
            _ => self.verify().map(|()| "verify"),
        }
    }

    /// The open space; opens or makes it.
    fn space(&mut self) -> Result<Space, Error> {
        if let Some((_, space)) = &self.open {
            return Ok(space.clone());
        }
        let hupo = Hupo::open(&self.root)?;
        let opened = if hupo.has_space(SPACE)? { (hupo.clone(), hupo.space(SPACE)?) } else { self.made()? };
        let space = opened.1.clone();
        self.open = Some(opened);
        Ok(space)
    }

    fn made(&mut self) -> Result<(Hupo, Space), Error> {
        let made = create(&self.root);
        made.1.set_rules(Rules { review: ReviewPolicy::Automatic, ..Rules::default() }, now())?;
        let counts = made.1.stats()?.counts;
        (self.n_messages, self.n_memories) = (counts.messages, counts.memories);
        Ok(made)
    }

    fn append(&mut self, corpus: &Corpus, n: usize) -> Result<(), Error> {
        let line =
            |number: usize| Command::Append { message: corpus.message(number), vector: Some(vector(number as u64)) };
        let space = self.space()?;
        space.write((self.next..self.next + n).map(line).collect(), now())?;
        self.next += n;
        self.n_messages += n as u64;
        Ok(())
    }

    fn ask(&mut self, corpus: &Corpus, random: &mut Random) -> Result<(), Error> {
        let text = some_words(corpus, random, self.next);
        let question = Question::new(text, now()).scope(SearchScope::Both);
        self.space()?.recall(&question).map(drop)
    }

    fn context(&mut self, corpus: &Corpus, random: &mut Random) -> Result<(), Error> {
        let turn = Turn::new(some_words(corpus, random, self.next), now());
        self.space()?.context(&turn).map(drop)
    }

    /// A memory that rests on the whole of a line, whoever said it.
    fn propose(&mut self, random: &mut Random) -> Result<(), Error> {
        let space = self.space()?;
        let Some(line) = space.message(self.a_message(random))?.filter(|line| !line.erased) else { return Ok(()) };
        let evidence = vec![NewEvidence::statement(MessageRef::Id(line.id), line.role, line.text.clone())];
        let scope = if line.role == Role::User { Scope::User } else { Scope::Companion };
        let memory = NewMemory::new(Kind::Event, scope, line.text, evidence);
        space.propose(Batch::from(vec![Proposal::Memory(Box::new(memory))]), now())?;
        self.n_memories = space.stats()?.counts.memories;
        Ok(())
    }

    fn used(&mut self, random: &mut Random) -> Result<(), Error> {
        if self.n_memories == 0 {
            return Ok(());
        }
        let memory = MemoryId::new(1 + random.below(self.n_memories as usize) as u64);
        let (turn, space) = (MessageRef::Id(self.a_message(random)), self.space()?);
        match space.used(turn, vec![memory], UseBasis::Told, now()) {
            // What was erased is not used.
            Ok(_) | Err(Error::Refused { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn maintain(&mut self) -> Result<(), Error> {
        self.space()?.maintain(false, now().plus_ms(400 * 86_400_000)).map(drop)
    }

    fn erase(&mut self, random: &mut Random) -> Result<(), Error> {
        let target = EraseTarget::Message(self.a_message(random));
        self.space()?.erase(target, now()).map(drop)
    }

    fn back_up(&mut self) -> Result<(), Error> {
        let mut bytes = Vec::new();
        self.space()?.backup(&mut bytes, &mut |_, _| ())?;
        hupo::verify_backup(&mut bytes.as_slice(), &mut |_, _| ()).map(drop)
    }

    fn verify(&mut self) -> Result<(), Error> {
        let verification = self.space()?.verify(&mut |_, _, _| ())?;
        assert!(verification.sound, "{verification:?}");
        Ok(())
    }

    fn erase_space(&mut self) -> Result<(), Error> {
        self.put_away()?;
        Hupo::open(&self.root)?.erase_space(SPACE)?;
        (self.n_messages, self.n_memories) = (0, 0);
        Ok(())
    }

    fn a_message(&self, random: &mut Random) -> MessageId {
        MessageId::new(1 + random.below(self.n_messages as usize) as u64)
    }
}

/// A few words of a line that was said some time.
fn some_words(corpus: &Corpus, random: &mut Random, next: usize) -> String {
    let text = corpus.message(random.below(next.max(1))).text;
    text.chars().take(24).collect()
}
