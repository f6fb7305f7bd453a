//! The errors of an application.

use actix_web::http::StatusCode;
use service_kit::{ClientError, Language};

service_kit::sentences! {
    /// The sentences of this function's errors, and the labels of its fields.
    pub(crate) static SENTENCES
}

/// Why an application is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ApplicationError {
    /// A required field is missing.
    #[error("a required field is missing")]
    RequiredFieldsMissing,
    /// No type of room was chosen.
    #[error("there is no type of room")]
    RoomTypeRequired,
    /// Fewer photos than an application needs.
    #[error("there are fewer than {minimum} photos")]
    TooFewPhotos {
        /// The fewest photos.
        minimum: usize,
    },
    /// More photos than an application may have.
    #[error("there are more than {maximum} photos")]
    TooManyPhotos {
        /// The most photos.
        maximum: usize,
    },
    /// The description is longer than allowed.
    #[error("the description has more than {maximum} characters")]
    DescriptionTooLong {
        /// The most characters.
        maximum: usize,
    },
    /// The last day of availability is before the first one.
    #[error("the availability ends before it begins")]
    AvailabilityReversed,
}

impl ClientError for ApplicationError {
    fn status(&self) -> StatusCode {
        StatusCode::BAD_REQUEST
    }

    fn code(&self) -> &'static str {
        match self {
            ApplicationError::RequiredFieldsMissing => "required_fields_missing",
            ApplicationError::RoomTypeRequired => "room_type_required",
            ApplicationError::TooFewPhotos { .. } => "too_few_photos",
            ApplicationError::TooManyPhotos { .. } => "too_many_photos",
            ApplicationError::DescriptionTooLong { .. } => "description_too_long",
            ApplicationError::AvailabilityReversed => "validation_failed",
        }
    }

    fn sentence(&self, language: Language) -> String {
        let sentence =
            |values: &[(&str, &dyn std::fmt::Display)]| SENTENCES.sentence(self.code(), language, values);
        match self {
            ApplicationError::TooFewPhotos { minimum } => sentence(&[("minimum", minimum)]),
            ApplicationError::TooManyPhotos { maximum }
            | ApplicationError::DescriptionTooLong { maximum } => sentence(&[("maximum", maximum)]),
            ApplicationError::AvailabilityReversed => {
                SENTENCES.sentence("availability_reversed", language, &[])
            }
            ApplicationError::RequiredFieldsMissing | ApplicationError::RoomTypeRequired => sentence(&[]),
        }
    }
}
