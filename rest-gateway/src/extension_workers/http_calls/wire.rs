//! The server's side of the Postgres protocol, as far as `dblink` needs it: a login without a password, and simple queries
//! whose result is one text. Any other message is an error, after which the caller closes the connection.

use bytes::{BufMut, BytesMut};
use std::io::{Error, ErrorKind, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const PROTOCOL: u32 = 3 << 16;
/// Questions before the login whether the connection shall be encrypted.
const ENCRYPTION_REQUESTS: [u32; 2] = [80_877_103, 80_877_104];
const MAX_STARTUP: usize = 10_000;
/// A longer query is an error, because it is held in memory.
const MAX_QUERY: usize = 8 << 20;
/// `dblink` compares the two styles with its own.
const PARAMETERS: [(&str, &str); 4] = [
    ("server_version", "15.0"),
    ("client_encoding", "UTF8"),
    ("DateStyle", "ISO, MDY"),
    ("IntervalStyle", "postgres"),
];
/// The type `text`.
const TEXT: u32 = 25;

/// Accepts any login.
///
/// # Errors
/// When the connection is lost, or the client speaks another version of the protocol.
pub async fn login(socket: &mut TcpStream) -> Result<()> {
    loop {
        let startup = read_body(socket, MAX_STARTUP).await?;
        let code = startup.first_chunk().map(|code| u32::from_be_bytes(*code));
        match code {
            Some(PROTOCOL) => break,
            Some(code) if ENCRYPTION_REQUESTS.contains(&code) => socket.write_all(b"N").await?,
            _ => return Err(unexpected("a start of the protocol 3.0")),
        }
    }
    let mut greeting = BytesMut::new();
    put_message(&mut greeting, b'R', |body| body.put_u32(0));
    for (name, value) in PARAMETERS {
        put_message(&mut greeting, b'S', |body| {
            put_text(body, name);
            put_text(body, value);
        });
    }
    put_ready(&mut greeting);
    socket.write_all(&greeting).await
}

/// Reads the next query. Returns `None` when the client ends.
///
/// # Errors
/// When the connection is lost, or anything else arrives.
pub async fn next_query(socket: &mut TcpStream) -> Result<Option<String>> {
    match socket.read_u8().await? {
        b'Q' => {}
        b'X' => return Ok(None),
        _ => return Err(unexpected("a simple query")),
    }
    let mut text = read_body(socket, MAX_QUERY).await?;
    if text.pop() != Some(0) {
        return Err(unexpected("a text that ends with a zero byte"));
    }
    String::from_utf8(text).map(Some).map_err(|_| unexpected("UTF-8"))
}

/// Sends the result of a query, a row with one text.
///
/// # Errors
/// When the connection is lost.
pub async fn send_result(socket: &mut TcpStream, text: &str) -> Result<()> {
    let mut result = BytesMut::new();
    put_message(&mut result, b'T', |body| {
        body.put_u16(1);
        put_text(body, "response");
        // No table, no column.
        body.put_u32(0);
        body.put_u16(0);
        body.put_u32(TEXT);
        // A variable length, no modifier, the text format.
        body.put_i16(-1);
        body.put_i32(-1);
        body.put_u16(0);
    });
    put_message(&mut result, b'D', |body| {
        body.put_u16(1);
        body.put_u32(u32::try_from(text.len()).unwrap_or(u32::MAX));
        body.put_slice(text.as_bytes());
    });
    put_message(&mut result, b'C', |body| put_text(body, "SELECT 1"));
    put_ready(&mut result);
    socket.write_all(&result).await
}

/// Reads a length, and that many bytes less its own.
async fn read_body(socket: &mut TcpStream, max: usize) -> Result<Vec<u8>> {
    let length = usize::try_from(socket.read_u32().await?).unwrap_or(usize::MAX);
    let length = length.checked_sub(4).filter(|length| *length <= max);
    let mut body = vec![0; length.ok_or_else(|| unexpected("a shorter message"))?];
    socket.read_exact(&mut body).await?;
    Ok(body)
}

fn put_message(buffer: &mut BytesMut, kind: u8, put_body: impl FnOnce(&mut BytesMut)) {
    let mut body = BytesMut::new();
    put_body(&mut body);
    buffer.put_u8(kind);
    buffer.put_u32(u32::try_from(body.len() + 4).unwrap_or(u32::MAX));
    buffer.put_slice(&body);
}

fn put_text(buffer: &mut BytesMut, text: &str) {
    buffer.put_slice(text.as_bytes());
    buffer.put_u8(0);
}

/// Ready for the next query, outside of a transaction.
fn put_ready(buffer: &mut BytesMut) {
    put_message(buffer, b'Z', |body| body.put_u8(b'I'));
}

fn unexpected(expected: &str) -> Error {
    Error::new(ErrorKind::InvalidData, format!("expected {expected}"))
}
