//! Copies a child's output to the log line by line. Lines of different children never interleave, and a line without an
//! end is cut at a maximum length.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, BufReader};

use crate::log_output::{self, Stream};

/// Bytes of a line; Supabase cuts a function's log lines at the same length.
const MAX_LINE: usize = 10_000;

/// Copies `output` to the log until it ends.
pub(super) async fn copy_to_log(name: String, stream: Stream, output: impl AsyncRead + Unpin) {
    let mut reader = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match read_line(&mut reader, &mut line).await {
            Ok(true) => {}
            Ok(false) | Err(_) => return,
        }
        log_output::write_child_line(&name, stream, &line);
    }
}

/// Appends one line without its end, cut at `MAX_LINE`. Returns false at the end of the stream.
async fn read_line(reader: &mut (impl AsyncBufRead + Unpin), line: &mut Vec<u8>) -> io::Result<bool> {
    let mut anything = false;
    loop {
        let available = reader.fill_buf().await?;
        if available.is_empty() {
            return Ok(anything);
        }
        anything = true;
        let end = available.iter().position(|byte| *byte == b'\n');
        let text = &available[..end.unwrap_or(available.len())];
        let capacity = MAX_LINE.saturating_sub(line.len());
        line.extend_from_slice(&text[..text.len().min(capacity)]);
        let used = end.map_or(available.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn lines(text: &[u8]) -> Vec<Vec<u8>> {
        let mut reader = BufReader::with_capacity(7, text);
        let mut lines = Vec::new();
        let mut line = Vec::new();
        while read_line(&mut reader, &mut line).await.is_ok_and(|more| more) {
            lines.push(std::mem::take(&mut line));
        }
        lines
    }

    #[tokio::test]
    async fn reads_whole_lines_and_a_last_line_without_an_end() {
        let read = lines(b"one\n\ntwo is longer than the buffer\nlast").await;
        let expected: [&[u8]; 4] = [b"one", b"", b"two is longer than the buffer", b"last"];
        assert_eq!(read, expected);
    }

    #[tokio::test]
    async fn cuts_an_overlong_line_and_keeps_the_next_one_intact() {
        let mut text = vec![b'x'; 3 * MAX_LINE];
        text.extend_from_slice(b"\nnext\n");
        let read = lines(&text).await;
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].len(), MAX_LINE);
        assert_eq!(read[1], b"next");
    }
}
