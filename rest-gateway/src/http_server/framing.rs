//! Tracks the message framing of one HTTP/1 connection: where each request line, head and body begins and ends. It must
//! agree with the server's parser, which a property test checks. It stops tracking at input that the server rejects.
//!
//! Rejects header names longer than `MAX_NAME`, which would panic the server's parser.

/// Bytes stored of each line: enough for the headers that determine the length of a body.
const STORED: usize = 64;
/// The CRLF after a chunk.
const LINE_END: u64 = 2;
/// The `http` crate ends at 65,535 bytes; no header in use comes near this.
pub(super) const MAX_NAME: usize = 1024;

/// What the client is sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Nothing: the next byte begins a request.
    Idle,
    Head,
    /// A body, or bytes after tracking has stopped.
    Body,
}

#[derive(Debug, Default)]
pub(crate) struct Framing {
    place: Place,
    /// The beginning of the current line.
    line: Vec<u8>,
    /// Length of the current line so far.
    length: usize,
    last_byte: u8,
    /// A byte of the current head has arrived. An empty line before it counts.
    in_head: bool,
    /// The current line is past its first colon.
    name_ended: bool,
    body: BodyHeaders,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Place {
    #[default]
    RequestLine,
    Header,
    Body(u64),
    ChunkSize,
    Chunk(u64),
    Trailer,
    /// The server rejects or takes over the connection. Tracking has stopped.
    Unknown,
}

/// The headers that determine the body.
#[derive(Debug, Default, Clone, Copy)]
struct BodyHeaders {
    length: Option<u64>,
    chunked: bool,
    websocket: bool,
    /// The server rejects the headers.
    invalid: bool,
}

impl Framing {
    pub fn part(&self) -> Part {
        match self.place {
            Place::RequestLine if !self.in_head => Part::Idle,
            Place::RequestLine | Place::Header => Part::Head,
            _ => Part::Body,
        }
    }

    /// Processes the next bytes. Calls `request_line` with the offset and the bytes of every part of a request line.
    /// Returns the offset at which a head is rejected; no further bytes may be passed then.
    pub fn read(&mut self, bytes: &[u8], mut request_line: impl FnMut(usize, &[u8])) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            match self.place {
                Place::Unknown => return None,
                Place::Body(left) | Place::Chunk(left) => at += self.skip(left, rest.len()),
                Place::RequestLine | Place::Header | Place::ChunkSize | Place::Trailer => {
                    let end = memchr::memchr(b'\n', rest);
                    let line = &rest[..end.unwrap_or(rest.len())];
                    if self.place == Place::RequestLine {
                        self.in_head = true;
                        request_line(at, line);
                    }
                    if self.place == Place::Header
                        && let Some(excess) = self.excess_of_name(line)
                    {
                        return Some(at + line.len() - excess);
                    }
                    self.keep(line);
                    at += line.len();
                    if end.is_some() {
                        at += 1;
                        self.end_line();
                    }
                }
            }
        }
        None
    }

    fn keep(&mut self, line: &[u8]) {
        let capacity = STORED.saturating_sub(self.line.len()).min(line.len());
        self.line.extend_from_slice(&line[..capacity]);
        self.length += line.len();
        if let Some(last) = line.last() {
            self.last_byte = *last;
        }
    }

    /// How many bytes of this part of a header line exceed the longest name.
    fn excess_of_name(&mut self, line: &[u8]) -> Option<usize> {
        if self.name_ended {
            return None;
        }
        let colon = memchr::memchr(b':', line);
        self.name_ended = colon.is_some();
        let name = self.length + colon.unwrap_or(line.len());
        (name > MAX_NAME).then(|| line.len() - MAX_NAME.saturating_sub(self.length))
    }

    /// Skips the available bytes of a body. Returns their number.
    fn skip(&mut self, left: u64, available: usize) -> usize {
        let skipped = usize::try_from(left).map_or(available, |left| left.min(available));
        let left = left - skipped as u64;
        self.place = match self.place {
            Place::Chunk(_) if left == 0 => Place::ChunkSize,
            Place::Chunk(_) => Place::Chunk(left),
            _ if left == 0 => Place::RequestLine,
            _ => Place::Body(left),
        };
        skipped
    }

    fn end_line(&mut self) {
        let has_return = self.length > 0 && self.last_byte == b'\r';
        let before = self.place;
        match self.place {
            // In chunked bodies the server accepts only CRLF as the end of a line.
            Place::Trailer if !has_return => {
                self.last_byte = b'\n';
                self.length += 1;
                return;
            }
            Place::ChunkSize if !has_return => self.place = Place::Unknown,
            _ => self.place = self.after_line(),
        }
        self.in_head &= before == Place::RequestLine || self.place == Place::Header;
        self.line.clear();
        self.length = 0;
        self.name_ended = false;
    }

    fn after_line(&mut self) -> Place {
        let whole = self.line.len() < STORED;
        let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        match self.place {
            // Empty lines may come before a request.
            Place::RequestLine if line.is_empty() => Place::RequestLine,
            Place::RequestLine => {
                self.body = BodyHeaders { invalid: line.starts_with(b"CONNECT "), ..BodyHeaders::default() };
                Place::Header
            }
            Place::Header if line.is_empty() => self.body.place(),
            Place::Header => {
                self.body.add(line, whole);
                Place::Header
            }
            Place::ChunkSize => match chunk_size(line).filter(|_| whole) {
                Some(0) => Place::Trailer,
                Some(size) => size.checked_add(LINE_END).map_or(Place::Unknown, Place::Chunk),
                None => Place::Unknown,
            },
            Place::Trailer if self.length == 1 => Place::RequestLine,
            place => place,
        }
    }
}

impl BodyHeaders {
    fn add(&mut self, line: &[u8], whole: bool) {
        let Some(colon) = memchr::memchr(b':', line) else { return };
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"content-length") {
            let length = number(value, 10).filter(|_| whole && self.length.is_none());
            self.invalid |= length.is_none();
            self.length = length;
        } else if name.eq_ignore_ascii_case(b"transfer-encoding") {
            let chunked = value.eq_ignore_ascii_case(b"chunked") && whole && !self.chunked;
            self.invalid |= !chunked;
            self.chunked = chunked;
        } else if name.eq_ignore_ascii_case(b"upgrade") {
            self.websocket |= value.eq_ignore_ascii_case(b"websocket");
        }
    }

    /// The state after the head. As in the server, chunked encoding takes precedence over an upgrade, and an upgrade
    /// over a length.
    fn place(self) -> Place {
        match self {
            BodyHeaders { invalid: true, .. } | BodyHeaders { chunked: true, length: Some(_), .. } => {
                Place::Unknown
            }
            BodyHeaders { chunked: true, .. } => Place::ChunkSize,
            BodyHeaders { websocket: true, .. } => Place::Unknown,
            BodyHeaders { length: None | Some(0), .. } => Place::RequestLine,
            BodyHeaders { length: Some(length), .. } => Place::Body(length),
        }
    }
}

/// `1a;name=value`.
fn chunk_size(line: &[u8]) -> Option<u64> {
    let end = memchr::memchr(b';', line).unwrap_or(line.len());
    number(line[..end].trim_ascii(), 16)
}

fn number(digits: &[u8], radix: u32) -> Option<u64> {
    let text = std::str::from_utf8(digits).ok().filter(|text| !text.starts_with('+'))?;
    u64::from_str_radix(text, radix).ok()
}

#[cfg(test)]
mod tests;
