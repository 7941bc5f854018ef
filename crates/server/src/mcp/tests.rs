//! The tools as a client sees them: JSON-RPC over two pipes in one process, and over HTTP without a socket.

mod http;
mod junk;
mod life;
mod talk;

use talk::Talk;
