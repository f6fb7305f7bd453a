//! Decodes the `aws-chunked` encoding: chunks with their size and, if the body is signed, a signature each, then
//! trailers.
//!
//! Bytes are passed on as they arrive, before their chunk's signature is known, so that a chunk may have any size. A
//! wrong signature is an error at the chunk's end.

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use s3s::crypto::{Checksum, Sha256};

use super::raw::{BodyError, RawBody};
use crate::hex::hex;
use crate::s3_protocol::signature::signing_key::SigningKey;

/// The longest line between chunks, in bytes.
const MAX_LINE: usize = 1024;
/// The most trailers.
const MAX_TRAILERS: usize = 16;
const TRAILER_SIGNATURE: &str = "x-amz-trailer-signature";

/// The decoder.
pub struct AwsChunked {
    body: RawBody,
    buffer: BytesMut,
    state: State,
    signatures: Option<Signatures>,
    /// In lower case, with their values.
    trailers: Vec<(String, String)>,
}

enum State {
    /// Before a chunk's size.
    Size,
    /// Inside a chunk.
    Data {
        left: u64,
    },
    End,
}

/// The chain of signatures.
struct Signatures {
    key: SigningKey,
    previous: String,
    /// The signature of the present chunk, and the hash of its bytes so far.
    chunk: Option<(String, Sha256)>,
}

impl AwsChunked {
    pub fn new(body: RawBody, signed: Option<(SigningKey, String)>) -> Self {
        let signatures = signed.map(|(key, previous)| Signatures { key, previous, chunk: None });
        Self { body, buffer: BytesMut::new(), state: State::Size, signatures, trailers: Vec::new() }
    }

    /// The trailers, once the body has ended.
    pub fn trailers(&self) -> &[(String, String)] {
        &self.trailers
    }

    /// The next decoded bytes. None after the last, when all signatures are verified.
    pub async fn next(&mut self) -> Result<Option<Bytes>, BodyError> {
        loop {
            match self.state {
                State::End => return Ok(None),
                State::Size => self.begin_chunk().await?,
                State::Data { left: 0 } => {
                    if !self.line().await?.is_empty() {
                        return Err(BodyError::MalformedChunk);
                    }
                    self.end_chunk()?;
                    self.state = State::Size;
                }
                State::Data { left } => {
                    if self.buffer.is_empty() && !self.fill().await? {
                        return Err(BodyError::BrokenOff);
                    }
                    let length = usize::try_from(left).unwrap_or(usize::MAX).min(self.buffer.len());
                    let bytes = self.buffer.split_to(length).freeze();
                    if let Some((_, hash)) = self.signatures.as_mut().and_then(|it| it.chunk.as_mut()) {
                        hash.update(&bytes);
                    }
                    self.state = State::Data { left: left - length as u64 };
                    return Ok(Some(bytes));
                }
            }
        }
    }

    async fn begin_chunk(&mut self) -> Result<(), BodyError> {
        let line = self.line().await?;
        let (size, extension) = line.split_once(';').unwrap_or((&line, ""));
        let size = u64::from_str_radix(size.trim(), 16).map_err(|_| BodyError::MalformedChunk)?;
        if let Some(signatures) = &mut self.signatures {
            let signature = extension.trim().strip_prefix("chunk-signature=");
            let signature = signature.ok_or(BodyError::MalformedChunk)?;
            signatures.chunk = Some((signature.to_owned(), Sha256::new()));
        }
        if size > 0 {
            self.state = State::Data { left: size };
            return Ok(());
        }
        self.end_chunk()?;
        self.read_trailers().await?;
        self.state = State::End;
        Ok(())
    }

    fn end_chunk(&mut self) -> Result<(), BodyError> {
        let Some(signatures) = &mut self.signatures else { return Ok(()) };
        let Some((signature, hash)) = signatures.chunk.take() else { return Err(BodyError::MalformedChunk) };
        if !signatures.key.signed_chunk(&signatures.previous, &hex(&hash.finalize()), &signature) {
            return Err(BodyError::SignatureMismatch);
        }
        signatures.previous = signature;
        Ok(())
    }

    /// Reads the lines after the last chunk, and verifies their signature.
    async fn read_trailers(&mut self) -> Result<(), BodyError> {
        let mut signature = None;
        while !self.buffer.is_empty() || self.fill().await? {
            let line = self.line().await?;
            if line.is_empty() {
                continue;
            }
            let (name, value) = line.split_once(':').ok_or(BodyError::MalformedChunk)?;
            let (name, value) = (name.trim().to_ascii_lowercase(), value.trim().to_owned());
            if name == TRAILER_SIGNATURE {
                signature = Some(value);
            } else if self.trailers.len() < MAX_TRAILERS {
                self.trailers.push((name, value));
            } else {
                return Err(BodyError::MalformedChunk);
            }
        }
        let Some(signatures) = self.signatures.as_ref().filter(|_| !self.trailers.is_empty()) else {
            return Ok(());
        };
        let mut sorted = self.trailers.clone();
        sorted.sort_unstable();
        let lines: String = sorted.iter().map(|(name, value)| format!("{name}:{value}\n")).collect();
        let signature = signature.ok_or(BodyError::SignatureMismatch)?;
        if signatures.key.signed_trailers(&signatures.previous, &lines, &signature) {
            Ok(())
        } else {
            Err(BodyError::SignatureMismatch)
        }
    }

    /// Reads a line, without the line break. The body's end ends a line too.
    async fn line(&mut self) -> Result<String, BodyError> {
        let mut searched = 0;
        let end = loop {
            if let Some(position) = self.buffer[searched..].iter().position(|byte| *byte == b'\n') {
                break searched + position + 1;
            }
            searched = self.buffer.len();
            if searched > MAX_LINE {
                return Err(BodyError::MalformedChunk);
            }
            if !self.fill().await? {
                if searched == 0 {
                    return Err(BodyError::BrokenOff);
                }
                break searched;
            }
        };
        let line = self.buffer.split_to(end);
        let line = std::str::from_utf8(&line).map_err(|_| BodyError::MalformedChunk)?;
        Ok(line.trim_end_matches(['\r', '\n']).to_owned())
    }

    /// Reads more of the body. False at its end.
    async fn fill(&mut self) -> Result<bool, BodyError> {
        match self.body.next().await.transpose()? {
            Some(bytes) if self.buffer.is_empty() => {
                self.buffer = BytesMut::from(bytes);
                Ok(true)
            }
            Some(bytes) => {
                self.buffer.extend_from_slice(&bytes);
                Ok(true)
            }
            None => Ok(false),
        }
    }
}
