//! The public sentences in the product's ten languages: one file each, all of them with the same keys. A request gets
//! them in the language that its `Accept-Language` prefers, and in French when it prefers none of the ten. A sentence
//! calls a field by its label on the site, `field.…` in the files.

use crate::error::{Error, Problem, Refusal};
use actix_web::dev::Payload;
use actix_web::http::header::{AcceptLanguage, Header, LanguageTag, Preference};
use actix_web::{FromRequest, HttpRequest};
use std::collections::HashMap;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::sync::LazyLock;

const FILES: [(&str, &str); 10] = [
    ("fr", include_str!("fr.json")),
    ("en", include_str!("en.json")),
    ("de", include_str!("de.json")),
    ("it", include_str!("it.json")),
    ("es", include_str!("es.json")),
    ("da", include_str!("da.json")),
    ("sv", include_str!("sv.json")),
    ("ja", include_str!("ja.json")),
    ("ko", include_str!("ko.json")),
    ("zh", include_str!("zh.json")),
];

type Sentences = HashMap<String, String>;

/// By language, in the order of [`FILES`]. That each of them can be read and is whole is tested below.
static SENTENCES: LazyLock<Vec<Sentences>> =
    LazyLock::new(|| FILES.iter().map(|(_, json)| serde_json::from_str(json).unwrap_or_default()).collect());

/// A language of the product; French unless a request asks for another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Language(usize);

impl Language {
    /// The one that a request prefers.
    pub fn of_request(request: &HttpRequest) -> Language {
        Language::named_by(request).unwrap_or_default()
    }

    /// The one that a request prefers; none where it names none of the ten, or prefers any language.
    pub fn named_by(request: &HttpRequest) -> Option<Language> {
        let accepted = AcceptLanguage::parse(request).ok()?;
        accepted.ranked().iter().find_map(Language::of_preference)?
    }

    /// Its code: `fr`.
    pub fn code(self) -> &'static str {
        FILES[self.0].0
    }

    /// What a preference decides on, if it decides: any language is none in particular.
    fn of_preference(preference: &Preference<LanguageTag>) -> Option<Option<Language>> {
        match preference {
            Preference::Any => Some(None),
            Preference::Specific(tag) => Language::of_code(tag.primary_language()).map(Some),
        }
    }

    fn of_code(code: &str) -> Option<Language> {
        FILES.iter().position(|(language, _)| language.eq_ignore_ascii_case(code)).map(Language)
    }
}

impl FromRequest for Language {
    type Error = Infallible;
    type Future = Ready<Result<Language, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Language::of_request(request)))
    }
}

/// What a success tells the person in front of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    ApplicationApproved,
    ApplicationRejected,
    /// Nothing was left to do.
    ApplicationWasApproved,
    ApplicationWasRejected,
    /// The account had reviewed the establishment before.
    ReviewReplaced,
}

impl Notice {
    pub fn sentence(self, language: Language) -> String {
        let key = match self {
            Notice::ApplicationApproved => "application_approved",
            Notice::ApplicationRejected => "application_rejected",
            Notice::ApplicationWasApproved => "application_was_approved",
            Notice::ApplicationWasRejected => "application_was_rejected",
            Notice::ReviewReplaced => "review_replaced",
        };
        in_language(key, &[], language)
    }
}

/// What is put in the place of `{name}`.
type Values = Vec<(&'static str, String)>;

pub(crate) fn of_error(error: &Error, language: Language) -> String {
    let (key, values) = keyed(error, language);
    in_language(key, &values, language)
}

fn in_language(key: &str, values: &[(&str, String)], language: Language) -> String {
    let sentence = text(key, language).unwrap_or(key).to_owned();
    values.iter().fold(sentence, |sentence, (name, value)| sentence.replace(&format!("{{{name}}}"), value))
}

fn text(key: &str, language: Language) -> Option<&'static str> {
    SENTENCES.get(language.0)?.get(key).map(String::as_str)
}

fn keyed(error: &Error, language: Language) -> (&'static str, Values) {
    match error {
        Error::Refused(refusal) => refused(refusal, language),
        Error::Overloaded => ("overloaded", vec![]),
        Error::Unavailable(_) => ("unavailable", vec![]),
        Error::Internal(_) => ("internal", vec![]),
    }
}

fn refused(refusal: &Refusal, language: Language) -> (&'static str, Values) {
    let key = match refusal {
        Refusal::Field { name, problem } => return field(name, problem, language),
        Refusal::PasswordTooShort { minimum } => return ("password_too_short", one("minimum", minimum)),
        Refusal::DateInFuture { name } => return ("date_in_future", one("name", &label(name, language))),
        Refusal::DateInPast { name } => return ("date_in_past", one("name", &label(name, language))),
        Refusal::TooFewPhotos { minimum } => return ("too_few_photos", one("minimum", minimum)),
        Refusal::TooManyPhotos { maximum } => return ("too_many_photos", one("maximum", maximum)),
        Refusal::DescriptionTooLong { maximum } => return ("description_too_long", one("maximum", maximum)),
        Refusal::ImageTooLarge { megabytes } => return ("image_too_large", one("megabytes", megabytes)),
        Refusal::TooManyImages { maximum } => return ("too_many_images", one("maximum", maximum)),
        Refusal::MalformedBody => "malformed_body",
        Refusal::UnknownAction => "unknown_action",
        Refusal::AccountExists => "account_exists",
        Refusal::SignupDisabled => "signup_disabled",
        Refusal::InvalidCredentials => "invalid_credentials",
        Refusal::AccountBanned => "account_banned",
        Refusal::RatingRequired => "rating_required",
        Refusal::DepartureBeforeArrival => "departure_before_arrival",
        Refusal::RequiredFieldsMissing => "required_fields_missing",
        Refusal::RoomTypeRequired => "room_type_required",
        Refusal::AvailabilityReversed => "availability_reversed",
        Refusal::NotAnImage => "not_an_image",
        Refusal::TooManyPixels => "too_many_pixels",
        Refusal::ApplicationNotFound => "application_not_found",
        Refusal::ContradictoryDecision => "contradictory_decision",
        Refusal::AlreadyApproved => "already_approved",
        Refusal::AlreadyRejected => "already_rejected",
        Refusal::ApplicationNotApproved => "application_not_approved",
        Refusal::HotelAlreadyExists => "hotel_already_exists",
        Refusal::HotelNotFound => "hotel_not_found",
        Refusal::Unauthorized => "unauthorized",
        Refusal::Forbidden => "forbidden",
        Refusal::NotFound => "not_found",
        Refusal::MethodNotAllowed => "method_not_allowed",
        Refusal::TooSlow => "too_slow",
        Refusal::TooLarge => "too_large",
        Refusal::UnsupportedMediaType => "unsupported_media_type",
        Refusal::TooManyRequests { .. } => "too_many_requests",
    };
    (key, vec![])
}

fn field(name: &str, problem: &Problem, language: Language) -> (&'static str, Values) {
    let (key, mut values) = match problem {
        Problem::Required => ("field_required", vec![]),
        Problem::NotText => ("field_not_text", vec![]),
        Problem::TooLong { maximum } => ("field_too_long", one("maximum", maximum)),
        Problem::NotWhole { minimum, maximum } => {
            ("field_not_whole", vec![("minimum", minimum.to_string()), ("maximum", maximum.to_string())])
        }
        Problem::NotDate => ("field_not_date", vec![]),
        Problem::NotAmount { maximum } => ("field_not_amount", one("maximum", maximum)),
        Problem::TooManyEntries { maximum } => ("field_too_many_entries", one("maximum", maximum)),
        Problem::NotOneOf { known } => ("field_not_one_of", one("known", &known.join(", "))),
        Problem::NotEmail => ("field_not_email", vec![]),
        Problem::NotPlain => ("field_not_plain", vec![]),
        Problem::NotObject => ("field_not_object", vec![]),
    };
    values.push(("name", label(name, language).to_owned()));
    (key, values)
}

/// What the site calls a field; its own name where it has no label.
fn label(name: &str, language: Language) -> &str {
    text(&format!("field.{name}"), language).unwrap_or(name)
}

fn one(name: &'static str, value: &impl ToString) -> Values {
    vec![(name, value.to_string())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::ACCEPT_LANGUAGE;
    use actix_web::test::TestRequest;
    use std::collections::BTreeSet;

    fn placeholders(sentence: &str) -> BTreeSet<&str> {
        sentence.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
    }

    fn asked(header: &str) -> &'static str {
        let request = TestRequest::default().insert_header((ACCEPT_LANGUAGE, header)).to_http_request();
        Language::of_request(&request).code()
    }

    #[test]
    fn every_language_has_every_sentence_and_label_with_the_same_values() {
        let french = &SENTENCES[0];
        assert!(french.len() > 90);
        for ((code, _), sentences) in FILES.iter().zip(SENTENCES.iter()) {
            for (key, sentence) in french {
                let own = sentences.get(key).unwrap_or_else(|| panic!("{code} has no {key}"));
                assert!(!own.trim().is_empty(), "{code}: {key}");
                assert_eq!(placeholders(own), placeholders(sentence), "{code}: {key}");
            }
            assert_eq!(sentences.len(), french.len(), "{code}");
        }
    }

    #[test]
    fn the_preferred_language_of_the_ten_is_spoken_and_french_otherwise() {
        assert_eq!(asked("de-AT,de;q=0.9,en;q=0.5"), "de");
        assert_eq!(asked("pt, ja;q=0.3, sv;q=0.8"), "sv");
        assert_eq!(asked("zh-Hant-TW"), "zh");
        assert_eq!(asked("pt-BR, *;q=0.1"), "fr");
        assert_eq!(asked("*, en;q=0.5"), "fr");
        assert_eq!(asked("not a language;;"), "fr");
        let silent = TestRequest::default().to_http_request();
        assert_eq!(Language::of_request(&silent), Language::default());
    }

    #[test]
    fn a_request_that_takes_any_language_names_none() {
        let named = |header| {
            let request = TestRequest::default().insert_header((ACCEPT_LANGUAGE, header)).to_http_request();
            Language::named_by(&request).map(Language::code)
        };
        assert_eq!(named("fr-CA, en;q=0.5"), Some("fr"));
        assert_eq!((named("*"), named("pt"), named("*, en;q=0.5")), (None, None, None));
        assert_eq!(Language::named_by(&TestRequest::default().to_http_request()), None);
    }

    #[test]
    fn values_stand_in_the_sentence() {
        let error = Error::from(Refusal::field("reviewText", Problem::TooLong { maximum: 99 }));
        let spoken = |code| error.sentence(Language::of_code(code).unwrap());
        assert_eq!(
            spoken("fr"),
            "Le champ «\u{a0}Votre commentaire\u{a0}» ne doit pas dépasser 99 caractères."
        );
        assert_eq!(spoken("de"), "Das Feld „Ihr Kommentar“ darf höchstens 99 Zeichen lang sein.");
        assert_eq!(spoken("ja"), "「コメント」は99文字以内で入力してください。");
    }

    #[test]
    fn a_date_is_called_by_its_label_too() {
        let english = Language::of_code("en").unwrap();
        let past = Error::from(Refusal::DateInPast { name: "checkin" });
        assert_eq!(past.sentence(english), "The field “Check-in” cannot be a date in the past.");
        let future = Error::from(Refusal::DateInFuture { name: "stayDate" });
        assert_eq!(future.sentence(english), "The field “Date of your stay” cannot be a date in the future.");
    }

    #[test]
    fn a_field_without_a_label_is_called_by_its_name() {
        let error = Error::from(Refusal::field("shoeSize", Problem::Required));
        assert_eq!(error.sentence(Language::default()), "Le champ «\u{a0}shoeSize\u{a0}» est obligatoire.");
    }
}
