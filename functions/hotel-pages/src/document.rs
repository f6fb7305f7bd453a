//! The places in a built document that may be filled in (`frontend/README.md`).

use serde::de::DeserializeOwned;

/// A place between two comments.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    start: &'static str,
    end: &'static str,
}

/// Title, description, links, Open Graph and JSON-LD.
const HEAD: Place = Place { start: "<!--page-head-->", end: "<!--/page-head-->" };
/// The page's heading, above the cover. Like cover and text, it is visible until the app has rendered the page.
const TITLE: Place = Place { start: "<!--page-title-->", end: "<!--/page-title-->" };
/// The first picture. The build has put there what is needed to choose its variants.
pub(crate) const COVER: Place = Place { start: "<!--page-cover-->", end: "<!--/page-cover-->" };
/// The page's text, below the pictures. The build has put there the sample content that it may be about.
pub(crate) const TEXT: Place = Place { start: "<!--page-text-->", end: "<!--/page-text-->" };

/// What the document has at a place.
fn content(document: &str, place: Place) -> Option<&str> {
    let (_, rest) = document.split_once(place.start)?;
    rest.split_once(place.end).map(|(content, _)| content)
}

/// The facts that the build has put at a place, as JSON in a comment.
pub(crate) fn facts<T: DeserializeOwned>(document: &str, place: Place) -> Option<T> {
    let json = content(document, place)?.strip_prefix("<!--")?.strip_suffix("-->")?;
    serde_json::from_str(json).ok()
}

/// The document with its places filled in.
pub(crate) fn fill_in(document: &str, head: String, title: String, cover: String, text: String) -> String {
    [(HEAD, head), (TITLE, title), (COVER, cover), (TEXT, text)]
        .iter()
        .fold(document.to_owned(), |document, (place, content)| replace(&document, *place, content))
}

/// The document with `content` at a place. Unchanged if it lacks the place.
fn replace(document: &str, place: Place, content: &str) -> String {
    let found = document.split_once(place.start).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(place.end)?;
        Some([before, place.start, content, place.end, after].concat())
    });
    found.unwrap_or_else(|| document.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_what_stands_between_the_comments() {
        let document = "<head><!--page-head--><title>Isula</title><!--/page-head--></head>";
        let replaced = replace(document, HEAD, "<title>Calvi</title>");
        assert_eq!(replaced, document.replace("Isula", "Calvi"));
        assert_eq!(content(&replaced, HEAD), Some("<title>Calvi</title>"));
        assert_eq!(content(&replaced, COVER), None);
        assert_eq!(replace(document, TEXT, "text"), document);
        assert_eq!(replace("<!--page-text-->", TEXT, "text"), "<!--page-text-->");
    }
}
