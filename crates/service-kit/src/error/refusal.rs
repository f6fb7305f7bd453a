//! Everything that a service refuses a client, each with its status and the word by which a program knows it.

use actix_web::http::StatusCode;

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("refused: {}", self.code())]
pub enum Refusal {
    /// The body is not JSON, not an object, or holds the NUL character.
    MalformedBody,
    /// A field of the body, or a query parameter, cannot be taken.
    Field {
        /// Its name, as the client wrote it.
        name: &'static str,
        /// What is wrong with it.
        problem: Problem,
    },
    /// `action` of a function that does several things.
    UnknownAction,
    /// Register: the password is shorter than the configured minimum.
    PasswordTooShort {
        /// The configured minimum.
        minimum: usize,
    },
    /// Register: the e-mail belongs to an account.
    AccountExists,
    /// Register: sign-ups are closed.
    SignupDisabled,
    /// Login: unknown e-mail or wrong password; which of them is not told.
    InvalidCredentials,
    /// Login: the account is banned.
    AccountBanned,
    /// Review: no rating was given.
    RatingRequired,
    /// A date that cannot be in the future.
    DateInFuture {
        /// The field.
        name: &'static str,
    },
    /// A date that cannot be in the past.
    DateInPast {
        /// The field.
        name: &'static str,
    },
    /// A stay whose departure is not after its arrival.
    DepartureBeforeArrival,
    /// Application: something that a host must tell is missing.
    RequiredFieldsMissing,
    /// Application: no kind of room or lodging was chosen.
    RoomTypeRequired,
    /// Application: fewer photos than a hotel needs.
    TooFewPhotos {
        /// The least.
        minimum: usize,
    },
    /// Application: more photos than are taken.
    TooManyPhotos {
        /// The most.
        maximum: usize,
    },
    /// Application: the description is longer than allowed.
    DescriptionTooLong {
        /// The most characters.
        maximum: usize,
    },
    /// Application: the last day comes before the first.
    AvailabilityReversed,
    /// A file that is no picture, whatever its name says, or one of a kind that is not taken.
    NotAnImage,
    /// A picture of more bytes than allowed.
    ImageTooLarge {
        /// The limit in megabytes, which every picture stays under.
        megabytes: usize,
    },
    /// A picture of more pixels than are decoded.
    TooManyPixels,
    /// No such application.
    ApplicationNotFound,
    /// A decision whose two halves contradict each other.
    ContradictoryDecision,
    /// The application was approved before.
    AlreadyApproved,
    /// The application was rejected before.
    AlreadyRejected,
    /// Only an approved application becomes a hotel.
    ApplicationNotApproved,
    /// The application has become a hotel.
    HotelAlreadyExists,
    /// No such hotel.
    HotelNotFound,
    /// The hotel has as many pictures as it may have.
    TooManyImages {
        /// The most.
        maximum: usize,
    },
    /// No token, or one that is expired, forged, or not a person's.
    Unauthorized,
    /// A valid token whose bearer may not do this.
    Forbidden,
    /// Nothing is there.
    NotFound,
    /// The path is known; the method is not.
    MethodNotAllowed,
    /// The body did not come in time.
    TooSlow,
    /// The body is larger than allowed.
    TooLarge,
    /// The body's type is not one that this call reads.
    UnsupportedMediaType,
    /// Too many requests of one address or for one account.
    TooManyRequests {
        /// Seconds until the next one is taken.
        retry_after: u64,
    },
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Absent, null or blank.
    Required,
    /// Not text.
    NotText,
    /// Text of more characters than allowed.
    TooLong {
        /// The most characters.
        maximum: usize,
    },
    /// Not a whole number within the bounds.
    NotWhole {
        /// The least.
        minimum: i64,
        /// The most.
        maximum: i64,
    },
    /// Not a date `YYYY-MM-DD`.
    NotDate,
    /// Not an amount within the bounds.
    NotAmount {
        /// The most.
        maximum: u32,
    },
    /// A list of more entries than allowed.
    TooManyEntries {
        /// The most.
        maximum: usize,
    },
    /// Not one of the known words.
    NotOneOf {
        /// Those that are taken.
        known: &'static [&'static str],
    },
    /// Not an e-mail address.
    NotEmail,
    /// A name with control or bidirectional characters.
    NotPlain,
    /// Not an object.
    NotObject,
}

impl Refusal {
    /// A field that cannot be taken.
    pub fn field(name: &'static str, problem: Problem) -> Refusal {
        Refusal::Field { name, problem }
    }

    pub(super) fn status(&self) -> StatusCode {
        match self {
            Refusal::MalformedBody
            | Refusal::Field { .. }
            | Refusal::UnknownAction
            | Refusal::PasswordTooShort { .. }
            | Refusal::RatingRequired
            | Refusal::DateInFuture { .. }
            | Refusal::DateInPast { .. }
            | Refusal::DepartureBeforeArrival
            | Refusal::RequiredFieldsMissing
            | Refusal::RoomTypeRequired
            | Refusal::TooFewPhotos { .. }
            | Refusal::TooManyPhotos { .. }
            | Refusal::DescriptionTooLong { .. }
            | Refusal::AvailabilityReversed
            | Refusal::ContradictoryDecision => StatusCode::BAD_REQUEST,
            Refusal::InvalidCredentials | Refusal::Unauthorized => StatusCode::UNAUTHORIZED,
            Refusal::AccountBanned | Refusal::SignupDisabled | Refusal::Forbidden => StatusCode::FORBIDDEN,
            Refusal::NotFound | Refusal::ApplicationNotFound | Refusal::HotelNotFound => {
                StatusCode::NOT_FOUND
            }
            Refusal::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::AccountExists
            | Refusal::AlreadyApproved
            | Refusal::AlreadyRejected
            | Refusal::ApplicationNotApproved
            | Refusal::HotelAlreadyExists
            | Refusal::TooManyImages { .. } => StatusCode::CONFLICT,
            Refusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Refusal::TooLarge | Refusal::ImageTooLarge { .. } | Refusal::TooManyPixels => {
                StatusCode::PAYLOAD_TOO_LARGE
            }
            Refusal::UnsupportedMediaType | Refusal::NotAnImage => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Refusal::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
        }
    }

    /// The word by which a program knows this refusal; Supabase's where it has one.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::MalformedBody => "bad_json",
            Refusal::Field { .. }
            | Refusal::DateInFuture { .. }
            | Refusal::DateInPast { .. }
            | Refusal::DepartureBeforeArrival
            | Refusal::AvailabilityReversed => "validation_failed",
            Refusal::UnknownAction => "unknown_action",
            Refusal::PasswordTooShort { .. } => "weak_password",
            Refusal::AccountExists => "user_already_exists",
            Refusal::SignupDisabled => "signup_disabled",
            Refusal::InvalidCredentials => "invalid_credentials",
            Refusal::AccountBanned => "user_banned",
            Refusal::RatingRequired => "rating_required",
            Refusal::RequiredFieldsMissing => "required_fields_missing",
            Refusal::RoomTypeRequired => "room_type_required",
            Refusal::TooFewPhotos { .. } => "too_few_photos",
            Refusal::TooManyPhotos { .. } => "too_many_photos",
            Refusal::DescriptionTooLong { .. } => "description_too_long",
            Refusal::NotAnImage => "not_an_image",
            Refusal::ImageTooLarge { .. } => "image_too_large",
            Refusal::TooManyPixels => "too_many_pixels",
            Refusal::ApplicationNotFound => "application_not_found",
            Refusal::ContradictoryDecision => "contradictory_decision",
            Refusal::AlreadyApproved => "already_approved",
            Refusal::AlreadyRejected => "already_rejected",
            Refusal::ApplicationNotApproved => "application_not_approved",
            Refusal::HotelAlreadyExists => "hotel_already_exists",
            Refusal::HotelNotFound => "hotel_not_found",
            Refusal::TooManyImages { .. } => "too_many_images",
            Refusal::Unauthorized => "unauthorized",
            Refusal::Forbidden => "forbidden",
            Refusal::NotFound => "not_found",
            Refusal::MethodNotAllowed => "method_not_allowed",
            Refusal::TooSlow => "request_timeout",
            Refusal::TooLarge => "request_entity_too_large",
            Refusal::UnsupportedMediaType => "unsupported_media_type",
            Refusal::TooManyRequests { .. } => "over_request_rate_limit",
        }
    }
}
