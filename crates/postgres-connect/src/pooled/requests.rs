//! The client's messages, changed for a pooler.

use std::collections::HashMap;
use std::io;

use bytes::{Buf, BufMut, Bytes, BytesMut};

use super::expected::{Answer, Expected};
use crate::pooler::Lost;

const UNNAMED: &[u8] = b"";
/// The code of a CancelRequest, in the place of the protocol's version.
const CANCEL: [u8; 4] = [4, 210, 22, 46];

pub(super) struct Requests {
    lost: Lost,
    has_started: bool,
    cancels: bool,
    /// The beginning of a message.
    incomplete: BytesMut,
    /// The texts and the types of the client's prepared statements.
    statements: HashMap<Bytes, Bytes>,
    /// The statement that is the server's unnamed one, in this batch.
    parsed: Option<Bytes>,
    /// The settings of this batch have been sent.
    has_settings: bool,
}

impl Requests {
    pub(super) fn new(lost: Lost) -> Requests {
        Requests {
            lost,
            has_started: false,
            cancels: false,
            incomplete: BytesMut::new(),
            statements: HashMap::new(),
            parsed: None,
            has_settings: false,
        }
    }

    /// Whether the connection is one that cancels the statement of another.
    pub(super) fn cancels(&self) -> bool {
        self.cancels
    }

    pub(super) fn forget(&mut self, statements: Vec<Bytes>) {
        for name in statements {
            self.statements.remove(&name);
        }
    }

    /// Takes the client's next bytes.
    ///
    /// # Errors
    /// When they are not messages of the protocol.
    pub(super) fn take(
        &mut self,
        bytes: &[u8],
        expected: &mut Expected,
        out: &mut BytesMut,
    ) -> io::Result<()> {
        self.incomplete.extend_from_slice(bytes);
        while let Some((tag, body)) = self.next_message()? {
            match tag {
                None => {
                    self.cancels = body.get(4..8) == Some(&CANCEL);
                    out.extend_from_slice(&body);
                }
                Some(tag) => self.forward(tag, body, expected, out)?,
            }
        }
        Ok(())
    }

    /// A whole message. The first one, which starts or cancels, has no tag, and is returned with its length.
    fn next_message(&mut self) -> io::Result<Option<(Option<u8>, Bytes)>> {
        let tag_length = usize::from(self.has_started);
        let Some(length) = self.incomplete.get(tag_length..tag_length + 4) else { return Ok(None) };
        let length = u32::from_be_bytes(length.try_into().map_err(|_| malformed())?);
        let length = usize::try_from(length).ok().filter(|length| *length >= 4).ok_or_else(malformed)?;
        if self.incomplete.len() < tag_length + length {
            return Ok(None);
        }
        let mut message = self.incomplete.split_to(tag_length + length).freeze();
        if !self.has_started {
            self.has_started = true;
            return Ok(Some((None, message)));
        }
        let tag = message.get_u8();
        message.advance(4);
        Ok(Some((Some(tag), message)))
    }

    fn forward(
        &mut self,
        tag: u8,
        body: Bytes,
        expected: &mut Expected,
        out: &mut BytesMut,
    ) -> io::Result<()> {
        match tag {
            b'P' => return self.parse(body, expected, out),
            b'B' => return self.bind(body, expected, out),
            b'D' | b'C' if body.first() == Some(&b'S') => {
                return self.describe_or_close(tag, &body, expected, out);
            }
            b'Q' => return self.query(body, expected, out),
            b'S' => {
                self.parsed = None;
                self.has_settings = false;
                expected.push(Answer::Ready);
            }
            b'c' | b'f' => expected.ignores_last_ready(),
            _ => {}
        }
        put(out, tag, &[&body]);
        Ok(())
    }

    fn parse(&mut self, mut body: Bytes, expected: &mut Expected, out: &mut BytesMut) -> io::Result<()> {
        self.make_settings(expected, out);
        let name = take_text(&mut body)?;
        expected.push(Answer::Parsed { name: name.clone() });
        if !self.lost.statements || name.is_empty() {
            self.parsed = None;
            put(out, b'P', &[&name, b"\0", &body]);
            return Ok(());
        }
        put(out, b'P', &[UNNAMED, b"\0", &body]);
        self.statements.insert(name.clone(), body);
        self.parsed = Some(name);
        Ok(())
    }

    fn bind(&mut self, mut body: Bytes, expected: &mut Expected, out: &mut BytesMut) -> io::Result<()> {
        self.make_settings(expected, out);
        let portal = take_text(&mut body)?;
        let name = take_text(&mut body)?;
        let name = self.name_for_server(&name, expected, out);
        put(out, b'B', &[&portal, b"\0", &name, b"\0", &body]);
        Ok(())
    }

    fn describe_or_close(
        &mut self,
        tag: u8,
        body: &Bytes,
        expected: &mut Expected,
        out: &mut BytesMut,
    ) -> io::Result<()> {
        let name = take_text(&mut body.slice(1..))?;
        let name = match tag {
            b'D' => self.name_for_server(&name, expected, out),
            _ if self.statements.remove(&name).is_some() => {
                self.parsed = None;
                Bytes::from_static(UNNAMED)
            }
            _ => name,
        };
        put(out, tag, &[b"S", &name, b"\0"]);
        Ok(())
    }

    /// The name by which the server knows a statement. One that the pooler has lost is parsed again.
    fn name_for_server(&mut self, name: &Bytes, expected: &mut Expected, out: &mut BytesMut) -> Bytes {
        let Some(statement) = self.statements.get(name) else { return name.clone() };
        if self.parsed.as_ref() != Some(name) {
            put(out, b'P', &[UNNAMED, b"\0", statement]);
            expected.push(Answer::ParsedAgain);
            self.parsed = Some(name.clone());
        }
        Bytes::from_static(UNNAMED)
    }

    /// Before the first statement of a batch that is a transaction of its own.
    fn make_settings(&mut self, expected: &mut Expected, out: &mut BytesMut) {
        let settings = &self.lost.settings;
        if settings.is_empty() || self.has_settings || expected.in_transaction() {
            return;
        }
        self.has_settings = true;
        self.parsed = None;
        put(out, b'P', &[UNNAMED, b"\0", settings.query().as_bytes(), b"\0", &[0, 0]]);
        // No formats and values of parameters, and no formats of columns: text.
        put(out, b'B', &[b"\0", UNNAMED, b"\0", &[0, 0], &[0, 0], &[0, 0]]);
        put(out, b'E', &[b"\0", &[0, 0, 0, 0]]);
        expected.push(Answer::Settings);
    }

    /// Statements without parameters. Those of a transaction follow `begin`.
    fn query(&mut self, mut body: Bytes, expected: &mut Expected, out: &mut BytesMut) -> io::Result<()> {
        let sql = take_text(&mut body)?;
        self.parsed = None;
        expected.push(Answer::Ready);
        match transaction_command(&sql) {
            Some(Command::Begin) => {
                expected.set_in_transaction(true);
                let commands = self.lost.settings.commands().as_bytes();
                if !commands.is_empty() {
                    let begin = sql.iter().position(|byte| *byte == b';').unwrap_or(sql.len());
                    put(out, b'Q', &[&sql[..begin], b"; ", commands, &sql[begin..], b"\0"]);
                    return Ok(());
                }
            }
            Some(Command::End) => expected.set_in_transaction(false),
            None => {}
        }
        put(out, b'Q', &[&sql, b"\0"]);
        Ok(())
    }
}

enum Command {
    Begin,
    End,
}

/// Whether SQL begins or ends a transaction. Only the first statement counts, as the clients of this crate send them.
fn transaction_command(sql: &[u8]) -> Option<Command> {
    let mut words = sql.split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let is =
        |word: Option<&[u8]>, name: &str| word.is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()));
    let (first, second) = (words.next(), words.next());
    if is(first, "begin") || is(first, "start") && is(second, "transaction") {
        return Some(Command::Begin);
    }
    let ends = is(first, "commit") || is(first, "end") || is(first, "abort");
    (ends || is(first, "rollback") && !is(second, "to")).then_some(Command::End)
}

/// Takes a text that ends with a zero byte.
fn take_text(body: &mut Bytes) -> io::Result<Bytes> {
    let end = body.iter().position(|byte| *byte == 0).ok_or_else(malformed)?;
    let text = body.split_to(end);
    body.advance(1);
    Ok(text)
}

fn put(out: &mut BytesMut, tag: u8, parts: &[&[u8]]) {
    let length = 4 + parts.iter().map(|part| part.len()).sum::<usize>();
    out.reserve(1 + length);
    out.put_u8(tag);
    // A message came with a length of four bytes, and grows by a few names.
    out.put_u32(u32::try_from(length).unwrap_or(u32::MAX));
    parts.iter().for_each(|part| out.extend_from_slice(part));
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not a message of Postgres's protocol")
}
