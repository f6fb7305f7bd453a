//! The languages of error sentences, and which of them a request prefers.

use actix_web::dev::Payload;
use actix_web::http::header::{AcceptLanguage, Header, Preference};
use actix_web::{FromRequest, HttpRequest};
use std::convert::Infallible;
use std::future::{Ready, ready};

/// ISO 639-1 codes; the first one is the default.
pub(crate) const CODES: [&str; 10] = ["fr", "en", "de", "it", "es", "da", "sv", "ja", "ko", "zh"];

/// One of the ten languages; French by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Language(usize);

impl Language {
    /// The preferred language of `Accept-Language`, or the default when the header names none of the ten.
    pub fn of_request(request: &HttpRequest) -> Language {
        Language::explicit_preference(request).unwrap_or_default()
    }

    /// The preferred language of `Accept-Language`. `None` when the header is missing, names none of the ten, or
    /// prefers any language (`*`).
    pub fn explicit_preference(request: &HttpRequest) -> Option<Language> {
        let accepted = AcceptLanguage::parse(request).ok()?;
        accepted.ranked().iter().find_map(|preference| match preference {
            Preference::Any => Some(None),
            Preference::Specific(tag) => Language::from_code(tag.primary_language()).map(Some),
        })?
    }

    /// The language with this ISO 639-1 code, in any case.
    pub fn from_code(code: &str) -> Option<Language> {
        CODES.iter().position(|language| language.eq_ignore_ascii_case(code)).map(Language)
    }

    /// The ISO 639-1 code: `fr`.
    pub fn code(self) -> &'static str {
        CODES[self.0]
    }
}

impl FromRequest for Language {
    type Error = Infallible;
    type Future = Ready<Result<Language, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Language::of_request(request)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::ACCEPT_LANGUAGE;
    use actix_web::test::TestRequest;

    fn request(accept_language: &str) -> HttpRequest {
        TestRequest::default().insert_header((ACCEPT_LANGUAGE, accept_language)).to_http_request()
    }

    #[test]
    fn selects_the_preferred_language_of_the_ten_and_french_otherwise() {
        let selected = |header| Language::of_request(&request(header)).code();
        assert_eq!(selected("de-AT,de;q=0.9,en;q=0.5"), "de");
        assert_eq!(selected("pt, ja;q=0.3, sv;q=0.8"), "sv");
        assert_eq!(selected("zh-Hant-TW"), "zh");
        assert_eq!(selected("pt-BR, *;q=0.1"), "fr");
        assert_eq!(selected("*, en;q=0.5"), "fr");
        assert_eq!(selected("not a language;;"), "fr");
        let without_header = TestRequest::default().to_http_request();
        assert_eq!(Language::of_request(&without_header), Language::default());
    }

    #[test]
    fn a_wildcard_or_an_unknown_language_is_no_explicit_preference() {
        let preference = |header| Language::explicit_preference(&request(header)).map(Language::code);
        assert_eq!(preference("fr-CA, en;q=0.5"), Some("fr"));
        assert_eq!((preference("*"), preference("pt"), preference("*, en;q=0.5")), (None, None, None));
        assert_eq!(Language::explicit_preference(&TestRequest::default().to_http_request()), None);
    }
}
