//! A child's output, passed on to the log a line at a time: whole lines never mix, and a line without an end never grows
//! without bound.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, BufReader};

use crate::log_output::{self, Stream};

/// Supabase cuts a function's log lines at the same length.
const LONGEST_LINE: usize = 10_000;

pub(super) async fn pass_on(name: String, stream: Stream, output: impl AsyncRead + Unpin) {
    let mut reader = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match read_line(&mut reader, &mut line).await {
            Ok(true) => {}
            Ok(false) | Err(_) => return,
        }
        log_output::child_line(&name, stream, &line);
    }
}

/// Appends one line without its end, cut at `LONGEST_LINE`; false at the end of the stream.
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
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend_from_slice(&text[..text.len().min(room)]);
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
    async fn lines_arrive_whole_and_the_last_needs_no_end() {
        let read = lines(b"one\n\ntwo is longer than the buffer\nlast").await;
        let expected: [&[u8]; 4] = [b"one", b"", b"two is longer than the buffer", b"last"];
        assert_eq!(read, expected);
    }

    #[tokio::test]
    async fn an_endless_line_is_cut_and_the_next_one_is_intact() {
        let mut text = vec![b'x'; 3 * LONGEST_LINE];
        text.extend_from_slice(b"\nnext\n");
        let read = lines(&text).await;
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].len(), LONGEST_LINE);
        assert_eq!(read[1], b"next");
    }
}
