//! The bytes of an object that a request asks for: all, a range, or a part.

use std::ops::Range;

use s3s::dto::Range as RequestedRange;
use s3s::{S3Error, S3ErrorCode, S3Result, s3_error};

use super::object_file::ObjectFile;

/// The bytes that a request asks for.
pub struct Selection {
    pub range: Range<u64>,
    pub content_range: Option<String>,
    /// The number of parts, for a request that names one.
    pub parts_count: Option<i32>,
}

impl Selection {
    pub fn new(
        object: &ObjectFile,
        range: Option<RequestedRange>,
        part_number: Option<i32>,
    ) -> S3Result<Self> {
        let (selected, parts_count) = match (range, part_number) {
            (None, None) => {
                return Ok(Self { range: 0..object.size, content_range: None, parts_count: None });
            }
            (Some(_), Some(_)) => {
                return Err(s3_error!(
                    InvalidRequest,
                    "Cannot specify both Range header and partNumber query parameter"
                ));
            }
            (Some(range), None) => (range.check(object.size).map_err(|_| S3ErrorCode::InvalidRange)?, None),
            (None, Some(number)) => (part(object, number)?, i32::try_from(object.parts.len()).ok()),
        };
        let last = selected.end.checked_sub(1).filter(|_| !selected.is_empty());
        let content_range = last.map(|last| format!("bytes {}-{last}/{}", selected.start, object.size));
        let parts_count = parts_count.filter(|count| *count > 0);
        Ok(Self { range: selected, content_range, parts_count })
    }

    pub fn length(&self) -> i64 {
        i64::try_from(self.range.end - self.range.start).unwrap_or(i64::MAX)
    }
}

/// The bytes of a part. An object that was uploaded at once has one.
fn part(object: &ObjectFile, number: i32) -> S3Result<Range<u64>> {
    let invalid = || {
        let mut error = S3Error::new(S3ErrorCode::Custom("InvalidPartNumber".into()));
        error.set_status_code(hyper::StatusCode::RANGE_NOT_SATISFIABLE);
        error
    };
    let before = usize::try_from(number).ok().and_then(|number| number.checked_sub(1)).ok_or_else(invalid)?;
    if object.parts.is_empty() && before == 0 {
        return Ok(0..object.size);
    }
    let size = object.parts.get(before).ok_or_else(invalid)?;
    let start: u64 = object.parts.iter().take(before).sum();
    Ok(start..start + size)
}
