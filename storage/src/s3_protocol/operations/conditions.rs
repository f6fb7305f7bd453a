//! Conditional requests (RFC 9110, 13.2.2): of a download, of the source of a copy, and of a write.

use hyper::header::{CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, LAST_MODIFIED};
use s3s::dto::{ETagCondition, Timestamp};
use s3s::{S3Error, S3ErrorCode, S3Result, s3_error};

use super::convert::{e_tag, timestamp};
use crate::database::objects::Metadata;
use crate::error::Error;
use crate::upload::reservation::{Mode, Precondition};

/// The conditions of a request.
#[derive(Default)]
pub struct Conditions {
    pub if_match: Option<ETagCondition>,
    pub if_none_match: Option<ETagCondition>,
    pub if_modified_since: Option<Timestamp>,
    pub if_unmodified_since: Option<Timestamp>,
}

/// What a write requires of the object that it replaces.
pub struct WriteCondition {
    pub mode: Mode,
    pub precondition: Option<Precondition>,
}

impl WriteCondition {
    /// Nothing.
    pub const NONE: Self = Self { mode: Mode::Upsert, precondition: None };

    /// With `If-None-Match: *` there must be none, with `If-Match` the one of this ETag.
    ///
    /// # Errors
    /// `NotImplemented` for others, as Amazon S3 answers.
    pub fn read(if_match: Option<&ETagCondition>, if_none_match: Option<&ETagCondition>) -> S3Result<Self> {
        let precondition = match (if_match, if_none_match) {
            (None, None) => None,
            (None, Some(ETagCondition::Any)) => return Ok(Self { mode: Mode::Create, ..Self::NONE }),
            (Some(ETagCondition::Any), None) => Some(Precondition::Exists),
            (Some(ETagCondition::ETag(tag)), None) => Some(Precondition::ETag(tag.value().to_owned())),
            _ => {
                return Err(s3_error!(
                    NotImplemented,
                    "A header you provided implies functionality that is not implemented"
                ));
            }
        };
        Ok(Self { precondition, ..Self::NONE })
    }
}

/// The error of a write in this mode.
pub fn write_error(error: Error, mode: Mode) -> S3Error {
    match error {
        Error::AlreadyExists if mode == Mode::Create => S3ErrorCode::PreconditionFailed.into(),
        error => error.into(),
    }
}

/// How the conditions of a request are met.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Met,
    NotModified,
    Failed,
}

impl Conditions {
    /// # Errors
    /// `NotModified` (304) for a client that has the object, `PreconditionFailed` (412) for one that wants another.
    pub fn check_download(&self, metadata: &Metadata) -> S3Result<()> {
        match self.outcome(metadata) {
            Outcome::Met => Ok(()),
            Outcome::Failed => Err(S3ErrorCode::PreconditionFailed.into()),
            Outcome::NotModified => Err(not_modified(metadata)),
        }
    }

    /// # Errors
    /// `PreconditionFailed`.
    pub fn check_source(&self, metadata: &Metadata) -> S3Result<()> {
        match self.outcome(metadata) {
            Outcome::Met => Ok(()),
            Outcome::NotModified | Outcome::Failed => Err(S3ErrorCode::PreconditionFailed.into()),
        }
    }

    fn outcome(&self, metadata: &Metadata) -> Outcome {
        let matches = |condition: &ETagCondition| match condition {
            ETagCondition::Any => true,
            ETagCondition::ETag(tag) => tag.weak_cmp(&e_tag(&metadata.e_tag)),
        };
        // The precision of HTTP dates is one second.
        let seconds = metadata.last_modified.timestamp();
        let modified = timestamp(chrono::DateTime::from_timestamp(seconds, 0).unwrap_or_default());
        let unmodified = match (&self.if_match, &self.if_unmodified_since) {
            (Some(condition), _) => matches(condition),
            (None, Some(since)) => modified <= *since,
            (None, None) => true,
        };
        if !unmodified {
            return Outcome::Failed;
        }
        let has_it = match (&self.if_none_match, &self.if_modified_since) {
            (Some(condition), _) => matches(condition),
            (None, Some(since)) => modified <= *since,
            (None, None) => false,
        };
        if has_it { Outcome::NotModified } else { Outcome::Met }
    }
}

fn not_modified(metadata: &Metadata) -> S3Error {
    let mut error = S3Error::new(S3ErrorCode::NotModified);
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/xml"));
    if let Ok(tag) = HeaderValue::from_str(&metadata.e_tag) {
        headers.insert(ETAG, tag);
    }
    let modified = metadata.last_modified.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
    if let Ok(modified) = HeaderValue::from_str(&modified) {
        headers.insert(LAST_MODIFIED, modified);
    }
    error.set_headers(headers);
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use s3s::dto::ETag;
    use serde_json::json;

    fn metadata() -> Metadata {
        let metadata = json!({ "eTag": "\"abc\"", "lastModified": "2026-01-01T12:00:00.500Z" });
        serde_json::from_value(metadata).unwrap()
    }

    fn tag(text: &str) -> Option<ETagCondition> {
        Some(ETagCondition::ETag(ETag::Strong(text.to_owned())))
    }

    fn date(seconds: i64) -> Option<Timestamp> {
        Some(timestamp(metadata().last_modified + chrono::TimeDelta::seconds(seconds)))
    }

    #[test]
    fn etags_win_over_dates() {
        let outcome = |conditions: Conditions| conditions.outcome(&metadata());
        let none = Conditions::default;
        assert_eq!(outcome(none()), Outcome::Met);
        assert_eq!(outcome(Conditions { if_match: tag("abc"), ..none() }), Outcome::Met);
        assert_eq!(outcome(Conditions { if_match: tag("x"), ..none() }), Outcome::Failed);
        assert_eq!(outcome(Conditions { if_none_match: tag("abc"), ..none() }), Outcome::NotModified);
        assert_eq!(outcome(Conditions { if_none_match: tag("x"), ..none() }), Outcome::Met);
        assert_eq!(outcome(Conditions { if_unmodified_since: date(-10), ..none() }), Outcome::Failed);
        assert_eq!(outcome(Conditions { if_modified_since: date(0), ..none() }), Outcome::NotModified);
        assert_eq!(outcome(Conditions { if_modified_since: date(-10), ..none() }), Outcome::Met);
        let both = Conditions { if_none_match: tag("x"), if_modified_since: date(0), ..none() };
        assert_eq!(outcome(both), Outcome::Met);
        let both = Conditions { if_match: tag("abc"), if_unmodified_since: date(-10), ..none() };
        assert_eq!(outcome(both), Outcome::Met);
    }
}
