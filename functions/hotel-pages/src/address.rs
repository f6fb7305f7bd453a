//! Addresses of the pages, absolute and in each language.

use service_kit::Language;
use std::fmt::Display;

/// The placeholder of the site's origin in documents, which the gateway replaces.
pub(crate) const ORIGIN: &str = "https://isula.invalid";

/// Where the site's build puts its drawings: into the storage, where uploaded photos are in folders below, and beside
/// the documents.
const STORED_DRAWINGS: &str = "/storage/v1/object/public/hotel-images/";
const DRAWINGS: &str = "/pictures/";

/// The languages and their Open Graph locales.
pub(crate) const LOCALES: [(&str, &str); 10] = [
    ("fr", "fr_FR"),
    ("en", "en_US"),
    ("de", "de_DE"),
    ("it", "it_IT"),
    ("es", "es_ES"),
    ("da", "da_DK"),
    ("sv", "sv_SE"),
    ("ja", "ja_JP"),
    ("ko", "ko_KR"),
    ("zh", "zh_CN"),
];

/// The folder of a language's pages: empty for French, else `/de`.
fn folder(code: &str) -> String {
    if code == Language::default().code() { String::new() } else { format!("/{code}") }
}

/// A path of the site in a language: `/de/hotels` for `/hotels`.
pub(crate) fn path(path: &str, code: &str) -> String {
    match folder(code) {
        folder if folder.is_empty() => path.to_owned(),
        folder if path == "/" => folder,
        folder => folder + path,
    }
}

/// The path of a hotel's page. Ids are numbers or slugs.
pub(crate) fn hotel_path(id: impl Display) -> String {
    format!("/hotel-detail?id={id}")
}

/// The absolute address of a hotel's page.
pub(crate) fn hotel(id: impl Display, code: &str) -> String {
    ORIGIN.to_owned() + &path(&hotel_path(id), code)
}

/// The absolute address of the page of a region, with its query.
pub(crate) fn region(query: &str, code: &str) -> String {
    ORIGIN.to_owned() + &path(&format!("/region-hotels?{query}"), code)
}

/// The absolute address of a picture: of our own storage (root-relative) or of another host. `None` for anything else.
pub(crate) fn picture(address: &str) -> Option<String> {
    if address.starts_with('/') && !address.starts_with("//") {
        return Some(format!("{ORIGIN}{address}"));
    }
    ["https://", "http://"].iter().any(|scheme| address.starts_with(scheme)).then(|| address.to_owned())
}

/// The absolute address of a picture that may show the place itself: not one of the site's drawings.
pub(crate) fn photo(address: &str) -> Option<String> {
    let is_stored = address.strip_prefix(STORED_DRAWINGS).is_some_and(|name| !name.contains('/'));
    picture(address).filter(|_| !is_stored && !address.starts_with(DRAWINGS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_locale() {
        assert!(LOCALES.iter().all(|(code, _)| Language::from_code(code).is_some()));
    }

    #[test]
    fn paths_have_the_folder_of_their_language() {
        assert_eq!([path("/", "fr"), path("/hotels", "fr")], ["/", "/hotels"]);
        assert_eq!([path("/", "de"), path("/hotels", "de")], ["/de", "/de/hotels"]);
    }

    #[test]
    fn only_web_addresses_are_pictures() {
        assert_eq!(picture("/storage/a.webp").as_deref(), Some("https://isula.invalid/storage/a.webp"));
        assert_eq!(picture("https://a.example/b.jpg").as_deref(), Some("https://a.example/b.jpg"));
        for address in ["", "//a.example/b.jpg", "javascript:alert(1)", "data:image/png;base64,", "b.jpg"] {
            assert_eq!(picture(address), None, "{address}");
        }
    }

    #[test]
    fn a_drawing_is_no_photo() {
        let stored = |name| format!("{STORED_DRAWINGS}{name}");
        assert_eq!(photo(&stored("villa-1.webp")), None);
        assert_eq!(photo("/pictures/villa-1-0a1b2c3d-800.webp"), None);
        for address in [stored("hotels/7/0a1b.webp"), "https://a.example/b.jpg".to_owned()] {
            assert_eq!(photo(&address), picture(&address));
        }
    }
}
