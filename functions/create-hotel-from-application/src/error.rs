//! The errors of creating a hotel.

use actix_web::http::StatusCode;
use service_kit::{ClientError, Language};

service_kit::sentences! {
    /// The sentences of this function's errors, and the labels of its fields.
    pub(crate) static SENTENCES
}

/// Why no hotel is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CreateHotelError {
    /// There is no such application.
    #[error("there is no such application")]
    ApplicationNotFound,
    /// The application is pending or rejected.
    #[error("the application is not approved")]
    ApplicationNotApproved,
    /// The application has its hotel already.
    #[error("the application has its hotel already")]
    HotelAlreadyExists,
}

impl ClientError for CreateHotelError {
    fn status(&self) -> StatusCode {
        match self {
            CreateHotelError::ApplicationNotFound => StatusCode::NOT_FOUND,
            CreateHotelError::ApplicationNotApproved | CreateHotelError::HotelAlreadyExists => {
                StatusCode::CONFLICT
            }
        }
    }

    fn code(&self) -> &'static str {
        match self {
            CreateHotelError::ApplicationNotFound => "application_not_found",
            CreateHotelError::ApplicationNotApproved => "application_not_approved",
            CreateHotelError::HotelAlreadyExists => "hotel_already_exists",
        }
    }

    fn sentence(&self, language: Language) -> String {
        SENTENCES.sentence(self.code(), language, &[])
    }
}
