//! How a client refers to an establishment: by id (a number or its text), by slug, or by name.

use functions_shared::{FieldError, Fields};
use serde_json::Value;
use service_kit::Error;

const LENGTH: usize = 200;

/// A client's reference to an establishment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HotelReference {
    /// An id of `hotels`; the row may be missing.
    Id(i64),
    /// A slug or a name.
    Text(String),
}

impl HotelReference {
    /// `105`, `"105"`, `"club-med-santambroggio"`; `None` when missing or blank.
    pub(crate) fn from_field(fields: &Fields, name: &'static str) -> Result<Option<HotelReference>, Error> {
        match fields.value(name) {
            Some(Value::Number(number)) => {
                let id = number.as_i64().filter(|id| *id > 0);
                let error = FieldError::NotInteger { minimum: 1, maximum: i64::MAX };
                id.map(|id| Some(HotelReference::Id(id))).ok_or_else(|| fields.error(name, error))
            }
            _ => Ok(fields.optional_name(name, LENGTH)?.and_then(HotelReference::from_text)),
        }
    }

    /// A text; digits without leading zeros are an id. `None` when blank.
    pub(crate) fn from_text(text: &str) -> Option<HotelReference> {
        let text = text.trim();
        let number = text.parse().ok().filter(|id: &i64| *id > 0 && id.to_string() == text);
        match number {
            Some(id) => Some(HotelReference::Id(id)),
            None => (!text.is_empty()).then(|| HotelReference::Text(text.to_owned())),
        }
    }

    /// The value of the column `hotel_identifier`.
    pub(crate) fn identifier(&self) -> String {
        match self {
            HotelReference::Id(id) => id.to_string(),
            HotelReference::Text(text) => text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_an_id_is_an_id() {
        assert_eq!(HotelReference::from_text("105"), Some(HotelReference::Id(105)));
        assert_eq!(HotelReference::from_text(" 105 "), Some(HotelReference::Id(105)));
        for text in ["0105", "+105", "-105", "105.0", "99999999999999999999", "belambra-pineto"] {
            assert_eq!(HotelReference::from_text(text), Some(HotelReference::Text(text.into())), "{text}");
        }
        assert_eq!(HotelReference::from_text("  "), None);
    }
}
