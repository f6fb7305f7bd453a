//! What an administrator decided, said twice: as an action and as the status that it leads to. Either will do; rejects
//! unknown words, and an action and a status that do not fit.

use schema::models::host_application::Status;
use service_kit::{Error, Fields, Notice, Problem, Refusal};

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
        let action = word(fields, "action", ACTIONS)?;
        let status = word(fields, "status", STATUSES)?;
        match (action, status) {
            (Some(action), Some(status)) if action != status => Err(Refusal::ContradictoryDecision.into()),
            (None, None) => Err(Refusal::field("action", Problem::Required).into()),
            (Some(decision), _) | (None, Some(decision)) => Ok(decision),
        }
    }

    pub(crate) fn status(self) -> Status {
        match self {
            Decision::Approve => Status::Approved,
            Decision::Reject => Status::Rejected,
        }
    }

    /// What the administrator reads, the first time and later.
    pub(crate) fn notice(self, repeated: bool) -> Notice {
        match (self, repeated) {
            (Decision::Approve, false) => Notice::ApplicationApproved,
            (Decision::Approve, true) => Notice::ApplicationWasApproved,
            (Decision::Reject, false) => Notice::ApplicationRejected,
            (Decision::Reject, true) => Notice::ApplicationWasRejected,
        }
    }
}

/// The decision that a field names; the words stand in the order of the decisions.
fn word(
    fields: &Fields,
    name: &'static str,
    known: &'static [&'static str],
) -> Result<Option<Decision>, Error> {
    let Some(word) = fields.optional_text(name, 20)? else { return Ok(None) };
    let named = known.iter().zip(DECISIONS).find(|(known, _)| **known == word);
    named
        .map(|(_, decision)| Some(decision))
        .ok_or_else(|| Refusal::field(name, Problem::NotOneOf { known }).into())
}
