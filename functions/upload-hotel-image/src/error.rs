//! The errors of adding an image to a hotel.

use actix_web::http::StatusCode;
use service_kit::{ClientError, Language};

service_kit::sentences! {
    /// The sentences of this function's errors, and the labels of its fields.
    pub(crate) static SENTENCES
}

/// Why an image is not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UploadError {
    /// There is no such hotel.
    #[error("there is no such hotel")]
    HotelNotFound,
    /// The hotel has as many images as it may have.
    #[error("the hotel has {maximum} images already")]
    TooManyImages {
        /// The most images.
        maximum: usize,
    },
}

impl ClientError for UploadError {
    fn status(&self) -> StatusCode {
        match self {
            UploadError::HotelNotFound => StatusCode::NOT_FOUND,
            UploadError::TooManyImages { .. } => StatusCode::CONFLICT,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            UploadError::HotelNotFound => "hotel_not_found",
            UploadError::TooManyImages { .. } => "too_many_images",
        }
    }

    fn sentence(&self, language: Language) -> String {
        match self {
            UploadError::HotelNotFound => SENTENCES.sentence(self.code(), language, &[]),
            UploadError::TooManyImages { maximum } => {
                SENTENCES.sentence(self.code(), language, &[("maximum", maximum)])
            }
        }
    }
}
