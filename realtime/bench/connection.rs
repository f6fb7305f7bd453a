//! A client's connection: the handshake, frames to the server, which are masked with zeros, and frames of the server,
//! which are read in place.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use super::LoadError;

/// Connections from one address, which has about 28,000 ports.
const PER_SOURCE: usize = 10_000;
const READ: usize = 4096;

/// A server.
#[derive(Clone)]
pub struct Target {
    /// `host:port`.
    address: String,
    key: String,
}

pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
    /// The position of the first unread frame.
    start: usize,
}

impl Target {
    pub fn new(address: &str, key: &str) -> Target {
        Target { address: address.to_owned(), key: key.to_owned() }
    }

    pub fn is_bare(&self) -> bool {
        self.key == "bare"
    }

    /// Opens the connection with this number. On the bare server it joins the topic.
    pub async fn connect(&self, number: usize, topic: &str) -> Result<Connection, LoadError> {
        let source = Ipv4Addr::new(127, 0, 0, u8::try_from(2 + number / PER_SOURCE).unwrap_or(u8::MAX));
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((source, 0)))?;
        let address: SocketAddr = self.address.parse().map_err(|_| LoadError::Usage)?;
        let mut stream = socket.connect(address).await?;
        stream.set_nodelay(true)?;
        let path = match self.is_bare() {
            true => format!("/{topic}"),
            false => format!("/websocket?apikey={}&vsn=2.0.0", self.key),
        };
        let handshake = format!(
            "GET {path} HTTP/1.1\r\nHost: load\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(handshake.as_bytes()).await?;
        let mut answer = Vec::with_capacity(512);
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(stream.read_u8().await?);
        }
        match answer.starts_with(b"HTTP/1.1 101") {
            true => Ok(Connection { stream, buffer: Vec::new(), start: 0 }),
            false => Err(LoadError::Refused(String::from_utf8_lossy(&answer).into_owned())),
        }
    }
}

impl Connection {
    pub async fn send(&mut self, text: &str) -> Result<(), LoadError> {
        let mut frame = Vec::with_capacity(text.len() + 8);
        frame.push(0x81);
        match text.len() {
            short @ ..126 => frame.push(0x80 | short as u8),
            long => {
                frame.push(0x80 | 126);
                frame.extend_from_slice(&(long as u16).to_be_bytes());
            }
        }
        frame.extend_from_slice(&[0; 4]);
        frame.extend_from_slice(text.as_bytes());
        Ok(self.stream.write_all(&frame).await?)
    }

    /// Waits for the next frame and passes its payload to `read`, with the frames that have arrived with it.
    pub async fn receive(&mut self, mut read: impl FnMut(&[u8])) -> Result<(), LoadError> {
        loop {
            let mut found = false;
            while let Some((begin, end)) = frame_at(&self.buffer[self.start..]) {
                read(&self.buffer[self.start + begin..self.start + end]);
                self.start += end;
                found = true;
            }
            self.buffer.drain(..self.start);
            self.start = 0;
            if found {
                return Ok(());
            }
            self.buffer.reserve(READ);
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(LoadError::Closed);
            }
        }
    }
}

/// The range of the payload of a whole frame at the beginning.
fn frame_at(bytes: &[u8]) -> Option<(usize, usize)> {
    let (begin, length) = match *bytes.get(1)? {
        126 => (4, usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))),
        127 => (10, usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)).ok()?),
        short => (2, usize::from(short)),
    };
    (bytes.len() >= begin + length).then_some((begin, begin + length))
}
