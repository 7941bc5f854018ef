//! MCP over two pipes: one caller, one space, from the first line to the last.

use super::handler::{Bound, Tools};
use super::mend::mended;
use crate::caller::Caller;
use crate::desk::Desk;
use rmcp::ServiceExt;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

/// Bytes of one message. A longer one is dropped to its end, and the talk goes on.
const MOST_BYTES: u64 = 16 << 20;
/// Bytes between the pipe and the reader of messages.
const BUFFER: usize = 64 << 10;

/// Serves the tools to whoever writes to `reader` and reads from `writer`, until `reader` ends. The caller is bound to
/// `space`, whatever a message says.
///
/// # Errors
/// The first message was no greeting, or the pipes broke before it.
pub async fn over_stdio(
    desk: Desk,
    caller: Caller,
    space: &str,
    reader: impl AsyncRead + Send + Unpin + 'static,
    writer: impl AsyncWrite + Send + Unpin + 'static,
) -> std::io::Result<()> {
    let mut extensions = http::Extensions::new();
    extensions.insert(caller);
    let bound = Bound::of(&extensions, &http::HeaderMap::new(), Some(space.to_owned()));
    let bound = bound.map_err(std::io::Error::other)?;
    let (mended, inner) = tokio::io::duplex(BUFFER);
    let pump = tokio::spawn(pump(reader, mended));
    let running = Tools::of_caller(desk, bound).serve((inner, writer)).await;
    let ended = match running {
        Ok(running) => running.waiting().await.map(drop).map_err(std::io::Error::other),
        Err(error) => Err(std::io::Error::other(error)),
    };
    pump.abort();
    ended
}

/// Hands on line after line, mended.
async fn pump(reader: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin) {
    let mut reader = BufReader::new(reader);
    let mut line = Vec::new();
    while let Ok(n_read) = (&mut reader).take(MOST_BYTES).read_until(b'\n', &mut line).await {
        let whole = line.ends_with(b"\n");
        let handed_on = n_read > 0 && (!whole || to.write_all(&mended(&line)).await.is_ok());
        if !handed_on || (!whole && !skip_line(&mut reader).await) {
            return;
        }
        line.clear();
    }
}

/// Drops what is left of a line that is too long; false at the end of the pipe.
async fn skip_line(reader: &mut BufReader<impl AsyncRead + Unpin>) -> bool {
    loop {
        let Ok(buffer) = reader.fill_buf().await else { return false };
        let (ends, n_bytes) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(at) => (true, at + 1),
            None => (false, buffer.len()),
        };
        reader.consume(n_bytes);
        if ends || n_bytes == 0 {
            return ends;
        }
    }
}
