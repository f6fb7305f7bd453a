//! The bytes of an object, as they are read from S3 or from the folder of the embedded server.

use std::ops::Range;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::time::timeout;

use super::byte_range::ByteRange;
use super::failure::stalled;
use crate::error::{Error, Result};
use crate::s3_server::ObjectFile;

/// The bytes of an object, or of a range of it.
pub struct Download(Source);

enum Source {
    Response { body: Incoming, timeout: Duration },
    File { object: ObjectFile, rest: Range<u64> },
}

impl Download {
    pub(super) fn of_response(body: Incoming, timeout: Duration) -> Self {
        Self(Source::Response { body, timeout })
    }

    pub(super) fn of_file(object: ObjectFile, range: Option<ByteRange>) -> Self {
        let rest =
            range.map_or(0..object.size, |range| range.first..object.size.min(range.last.saturating_add(1)));
        Self(Source::File { object, rest })
    }

    /// The next chunk. Fails when S3 sends nothing within the timeout, or the bytes on disk are damaged.
    pub async fn next(&mut self) -> Option<Result<Bytes>> {
        match &mut self.0 {
            Source::Response { body, timeout } => next_of_response(body, *timeout).await,
            Source::File { object, rest } => {
                object.read_next(rest).await.map_err(Error::internal).transpose()
            }
        }
    }
}

async fn next_of_response(body: &mut Incoming, limit: Duration) -> Option<Result<Bytes>> {
    loop {
        let Ok(frame) = timeout(limit, body.frame()).await else {
            return Some(Err(stalled("GET")));
        };
        match frame?.map(|frame| frame.into_data()) {
            Ok(Ok(bytes)) => return Some(Ok(bytes)),
            // Trailers.
            Ok(Err(_)) => {}
            Err(error) => return Some(Err(Error::unavailable(error))),
        }
    }
}
