//! An administrator's decision, as an action or as the status that it leads to. Rejects unknown values, and an action
//! and a status that contradict each other.

use crate::error::DecisionError;
use functions_shared::{FieldError, Fields};
use schema::models::host_application::Status;
use service_kit::Error;

const ACTIONS: &[&str] = &["approve", "reject"];
const STATUSES: &[&str] = &["approved", "rejected"];
const DECISIONS: [Decision; 2] = [Decision::Approve, Decision::Reject];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Approve,
    Reject,
}

impl Decision {
    pub(crate) fn from_fields(fields: &Fields) -> Result<Decision, Error> {
        let action = decision(fields, "action", ACTIONS)?;
        let status = decision(fields, "status", STATUSES)?;
        match (action, status) {
            (Some(action), Some(status)) if action != status => {
                Err(DecisionError::ContradictoryDecision.into())
            }
            (None, None) => Err(fields.error("action", FieldError::Required)),
            (Some(decision), _) | (None, Some(decision)) => Ok(decision),
        }
    }

    pub(crate) fn status(self) -> Status {
        match self {
            Decision::Approve => Status::Approved,
            Decision::Reject => Status::Rejected,
        }
    }

    /// The key of the response's message. `repeated`: the application had this status already.
    pub(crate) fn message_key(self, repeated: bool) -> &'static str {
        match (self, repeated) {
            (Decision::Approve, false) => "application_approved",
            (Decision::Approve, true) => "application_was_approved",
            (Decision::Reject, false) => "application_rejected",
            (Decision::Reject, true) => "application_was_rejected",
        }
    }
}

/// The decision that a field names, if present. `allowed` has the order of [`DECISIONS`].
fn decision(
    fields: &Fields,
    name: &'static str,
    allowed: &'static [&'static str],
) -> Result<Option<Decision>, Error> {
    let Some(text) = fields.optional_text(name, 20)? else { return Ok(None) };
    let named = allowed.iter().zip(DECISIONS).find(|(allowed, _)| **allowed == text);
    named
        .map(|(_, decision)| Some(decision))
        .ok_or_else(|| fields.error(name, FieldError::NotOneOf { allowed }))
}
