//! Why an uploaded file is not accepted as an image.

use crate::sentences::SENTENCES;
use actix_web::http::StatusCode;
use service_kit::{ClientError, Language};

/// An uploaded file that is not accepted as an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// The content is no image of a supported format, whatever the file name says.
    #[error("the file is not an image of a supported format")]
    NotAnImage,
    /// The file has too many bytes.
    #[error("the image has {megabytes} MB or more")]
    TooLarge {
        /// The size in megabytes that every file stays below.
        megabytes: usize,
    },
    /// The image has more pixels than are decoded.
    #[error("the image has too many pixels")]
    TooManyPixels,
}

impl ClientError for ImageError {
    fn status(&self) -> StatusCode {
        match self {
            ImageError::NotAnImage => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ImageError::TooLarge { .. } | ImageError::TooManyPixels => StatusCode::PAYLOAD_TOO_LARGE,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            ImageError::NotAnImage => "not_an_image",
            ImageError::TooLarge { .. } => "image_too_large",
            ImageError::TooManyPixels => "too_many_pixels",
        }
    }

    fn sentence(&self, language: Language) -> String {
        match self {
            ImageError::TooLarge { megabytes } => {
                SENTENCES.sentence(self.code(), language, &[("megabytes", megabytes)])
            }
            ImageError::NotAnImage | ImageError::TooManyPixels => {
                SENTENCES.sentence(self.code(), language, &[])
            }
        }
    }
}
