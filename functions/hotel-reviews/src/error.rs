//! The errors of writing a review, and the message of a replaced one.

use actix_web::http::StatusCode;
use service_kit::{ClientError, Language};

service_kit::sentences! {
    /// The sentences of this function's errors, its message, and the labels of its fields.
    pub(crate) static SENTENCES
}

/// Why a review is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HotelReviewError {
    /// No rating was given.
    #[error("there is no rating")]
    RatingRequired,
    /// The stay is in the future.
    #[error("the stay is in the future")]
    StayInFuture,
    /// No active hotel has this id, or an inactive one has this name.
    #[error("there is no such active hotel")]
    HotelNotFound,
}

impl ClientError for HotelReviewError {
    fn status(&self) -> StatusCode {
        match self {
            HotelReviewError::RatingRequired | HotelReviewError::StayInFuture => StatusCode::BAD_REQUEST,
            HotelReviewError::HotelNotFound => StatusCode::NOT_FOUND,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            HotelReviewError::RatingRequired => "rating_required",
            HotelReviewError::StayInFuture => "validation_failed",
            HotelReviewError::HotelNotFound => "hotel_not_found",
        }
    }

    fn sentence(&self, language: Language) -> String {
        match self {
            HotelReviewError::StayInFuture => {
                let name = SENTENCES.field_label("stayDate", language);
                SENTENCES.sentence("date_in_future", language, &[("name", &name)])
            }
            HotelReviewError::RatingRequired | HotelReviewError::HotelNotFound => {
                SENTENCES.sentence(self.code(), language, &[])
            }
        }
    }
}
