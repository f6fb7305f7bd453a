//! Which establishment is meant: by id (a number or its text), by slug, or by name.

use serde_json::Value;
use service_kit::{Error, Fields, Problem, Refusal};

const LENGTH: usize = 200;

/// What a client says about the establishment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    /// The id of a row in `hotels`, perhaps.
    Id(i64),
    /// A slug or a name.
    Text(String),
}

impl Reference {
    /// `105`, `"105"`, `"club-med-santambroggio"`; none when absent or blank.
    pub(crate) fn from_field(fields: &Fields, name: &'static str) -> Result<Option<Reference>, Error> {
        match fields.value(name) {
            Some(Value::Number(number)) => {
                let id = number.as_i64().filter(|id| *id > 0);
                let refused = Refusal::field(name, Problem::NotWhole { minimum: 1, maximum: i64::MAX });
                id.map(|id| Some(Reference::Id(id))).ok_or_else(|| refused.into())
            }
            _ => Ok(fields.optional_name(name, LENGTH)?.and_then(Reference::from_text)),
        }
    }

    pub(crate) fn from_text(text: &str) -> Option<Reference> {
        let text = text.trim();
        let number = text.parse().ok().filter(|id: &i64| *id > 0 && id.to_string() == text);
        match number {
            Some(id) => Some(Reference::Id(id)),
            None => (!text.is_empty()).then(|| Reference::Text(text.to_owned())),
        }
    }

    /// As it is written in `hotel_identifier`.
    pub(crate) fn identifier(&self) -> String {
        match self {
            Reference::Id(id) => id.to_string(),
            Reference::Text(text) => text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_an_id_is_the_id() {
        assert_eq!(Reference::from_text("105"), Some(Reference::Id(105)));
        assert_eq!(Reference::from_text(" 105 "), Some(Reference::Id(105)));
        for text in ["0105", "+105", "-105", "105.0", "99999999999999999999", "belambra-pineto"] {
            assert_eq!(Reference::from_text(text), Some(Reference::Text(text.into())), "{text}");
        }
        assert_eq!(Reference::from_text("  "), None);
    }
}
