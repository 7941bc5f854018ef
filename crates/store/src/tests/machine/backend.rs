//! An open file of a simulated machine: for redb, and as a small file.

use std::io::{self, ErrorKind};

use redb::StorageBackend;

use super::{Full, Machine, State};
use crate::disk::{Bytes, Small};

pub(super) struct Backend {
    machine: Machine,
    file: usize,
    boot: u64,
}

impl std::fmt::Debug for Backend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "file {} of a simulated machine", self.file)
    }
}

impl Backend {
    pub(super) fn new(machine: &Machine, file: usize) -> Self {
        let boot = machine.state().boot;
        Self { machine: machine.clone(), file, boot }
    }

    fn with<R>(&self, work: impl FnOnce(&mut State, usize) -> io::Result<R>) -> io::Result<R> {
        let mut state = self.machine.state();
        if state.boot != self.boot {
            return Err(io::Error::other("it was opened before the power went"));
        }
        work(&mut state, self.file)
    }

    pub(super) fn resize(&self, length: u64) -> io::Result<()> {
        self.with(|state, file| {
            state.change()?;
            let more = length.saturating_sub(state.files[file].now().len() as u64);
            state.check_room(Full::Growing, more)?;
            state.files[file].resize(length as usize);
            Ok(())
        })
    }
}

impl StorageBackend for Backend {
    fn len(&self) -> io::Result<u64> {
        self.with(|state, file| Ok(state.files[file].now().len() as u64))
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.with(|state, file| {
            let offset = offset as usize;
            let bytes = state.files[file].now().get(offset..offset + out.len());
            out.copy_from_slice(bytes.ok_or(ErrorKind::UnexpectedEof)?);
            Ok(())
        })
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.resize(length)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.with(|state, file| {
            state.change()?;
            // What is there is more than there is room for: one byte more would not do either.
            state.check_room(Full::Waiting, 1).inspect_err(|_| state.files[file].forget())?;
            state.files[file].sync();
            Ok(())
        })
    }

    /// When the power goes with a write, some of it may be there.
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.with(|state, file| {
            let was_dead = state.is_dead;
            let more = (offset + data.len() as u64).saturating_sub(state.files[file].now().len() as u64);
            state.check_room(Full::Growing, more)?;
            let more = state.files[file].would_take(offset as usize, data.len());
            state.check_room(Full::Writing, more)?;
            let done = state.change();
            if done.is_ok() || !was_dead && state.random.below(2) == 0 {
                state.files[file].write(offset as usize, data);
            }
            done
        })
    }
}

impl Small for Backend {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        StorageBackend::write(self, 0, bytes)
    }
}

impl Bytes for Backend {
    fn len(&self) -> io::Result<u64> {
        StorageBackend::len(self)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        StorageBackend::read(self, offset, out)
    }
}
