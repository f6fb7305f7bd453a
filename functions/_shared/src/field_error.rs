//! Errors of single fields.

use crate::sentences::SENTENCES;
use actix_web::http::StatusCode;
use service_kit::{ClientError, Dictionary, Language};

/// Why the value of a field is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldError {
    /// Missing, null or blank.
    Required,
    /// Not text.
    NotText,
    /// Text of more characters than allowed.
    TooLong {
        /// The most characters.
        maximum: usize,
    },
    /// Not an integer within the bounds.
    NotInteger {
        /// The lower bound.
        minimum: i64,
        /// The upper bound.
        maximum: i64,
    },
    /// Not a date `YYYY-MM-DD`.
    NotDate,
    /// Not an amount in euros within the bounds.
    NotAmount {
        /// The upper bound.
        maximum: u32,
    },
    /// A list with more entries than allowed.
    TooManyEntries {
        /// The most entries.
        maximum: usize,
    },
    /// None of the allowed values.
    NotOneOf {
        /// The allowed values.
        allowed: &'static [&'static str],
    },
    /// Not an e-mail address.
    NotEmail,
    /// A name with control or bidirectional characters.
    NotPlain,
    /// Not an object.
    NotObject,
}

/// The dictionary with a function's field labels. A function whose handlers extract [`crate::Fields`] or
/// [`crate::Parameters`] registers it as app data; without it an error calls a field by its name.
#[derive(Clone, Copy)]
pub struct FieldLabels(pub &'static Dictionary);

/// The client error for a field: 400 `validation_failed`. Its sentence calls the field by its label.
#[derive(Clone, thiserror::Error)]
#[error("the field {name} is invalid: {error:?}")]
pub struct InvalidField {
    name: &'static str,
    error: FieldError,
    labels: Option<&'static Dictionary>,
}

impl InvalidField {
    /// The error of the field `name`, as the client wrote it. `labels` holds its label.
    pub fn new(name: &'static str, error: FieldError, labels: Option<&'static Dictionary>) -> InvalidField {
        InvalidField { name, error, labels }
    }
}

impl std::fmt::Debug for InvalidField {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("InvalidField").field(&self.name).field(&self.error).finish()
    }
}

impl ClientError for InvalidField {
    fn status(&self) -> StatusCode {
        StatusCode::BAD_REQUEST
    }

    fn code(&self) -> &'static str {
        "validation_failed"
    }

    fn sentence(&self, language: Language) -> String {
        let name = self.labels.map_or(self.name, |labels| labels.field_label(self.name, language));
        let sentence = |key: &str, values: &[(&str, &dyn std::fmt::Display)]| {
            SENTENCES.sentence(key, language, &[values, &[("name", &name)]].concat())
        };
        match &self.error {
            FieldError::Required => sentence("field_required", &[]),
            FieldError::NotText => sentence("field_not_text", &[]),
            FieldError::TooLong { maximum } => sentence("field_too_long", &[("maximum", maximum)]),
            FieldError::NotInteger { minimum, maximum } => {
                sentence("field_not_integer", &[("minimum", minimum), ("maximum", maximum)])
            }
            FieldError::NotDate => sentence("field_not_date", &[]),
            FieldError::NotAmount { maximum } => sentence("field_not_amount", &[("maximum", maximum)]),
            FieldError::TooManyEntries { maximum } => {
                sentence("field_too_many_entries", &[("maximum", maximum)])
            }
            FieldError::NotOneOf { allowed } => {
                sentence("field_not_one_of", &[("allowed", &allowed.join(", "))])
            }
            FieldError::NotEmail => sentence("field_not_email", &[]),
            FieldError::NotPlain => sentence("field_not_plain", &[]),
            FieldError::NotObject => sentence("field_not_object", &[]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static LABELS: Dictionary = Dictionary::new(
        r#"{"field.reviewText": {"fr": "Votre commentaire", "de": "Ihr Kommentar", "ja": "コメント"}}"#,
    );

    #[test]
    fn the_sentence_contains_the_label_and_the_limit() {
        let error = InvalidField::new("reviewText", FieldError::TooLong { maximum: 99 }, Some(&LABELS));
        let sentence = |code| error.sentence(Language::from_code(code).unwrap());
        assert_eq!(
            sentence("fr"),
            "Le champ «\u{a0}Votre commentaire\u{a0}» ne doit pas dépasser 99 caractères."
        );
        assert_eq!(sentence("de"), "Das Feld „Ihr Kommentar“ darf höchstens 99 Zeichen lang sein.");
        assert_eq!(sentence("ja"), "「コメント」は99文字以内で入力してください。");
    }

    #[test]
    fn a_field_without_a_label_is_called_by_its_name() {
        for labels in [None, Some(&LABELS)] {
            let error = InvalidField::new("shoeSize", FieldError::Required, labels);
            let sentence = error.sentence(Language::default());
            assert_eq!(sentence, "Le champ «\u{a0}shoeSize\u{a0}» est obligatoire.");
        }
    }
}
