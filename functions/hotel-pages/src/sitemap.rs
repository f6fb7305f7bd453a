//! The sitemap: the site's own pages from the built one, and the active hotels.

use crate::address::{self, LOCALES, ORIGIN};
use crate::hotel::ListedHotel;
use service_kit::Language;

/// The hotels of one sitemap. Each has an entry for each language, with links to the others. The protocol allows 50,000
/// entries and 50 MB; this is about 7 MB.
pub(crate) const HOTELS_PER_SITEMAP: i64 = 500;

const HEADER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
"#;
const FOOTER: &str = "</urlset>\n";

/// The site's pages and all hotels.
pub(crate) fn of_pages_and_hotels(built: &str, hotels: &[ListedHotel]) -> String {
    [HEADER, &pages(built), &entries(hotels), FOOTER].concat()
}

/// The site's own pages.
pub(crate) fn of_pages(built: &str) -> String {
    [HEADER, &pages(built), FOOTER].concat()
}

/// The given hotels only.
pub(crate) fn of_hotels(hotels: &[ListedHotel]) -> String {
    [HEADER, &entries(hotels), FOOTER].concat()
}

/// The index: the pages, and a sitemap of hotels after each of these ids.
pub(crate) fn index(starts: &[i64]) -> String {
    let sitemap = |query: String| format!("  <sitemap><loc>{ORIGIN}/sitemap.xml?{query}</loc></sitemap>\n");
    let mut index = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    index.push_str(&sitemap("part=pages".to_owned()));
    index.extend(starts.iter().map(|start| sitemap(format!("after={start}"))));
    index.push_str("</sitemapindex>\n");
    index
}

/// The entries of the built sitemap, which has no hotels.
fn pages(built: &str) -> String {
    let mut pages = String::new();
    for entry in
        built.split("<url>").skip(1).filter_map(|rest| rest.split_once("</url>")).map(|(entry, _)| entry)
    {
        pages.push_str(&format!("  <url>{entry}</url>\n"));
    }
    pages
}

fn entries(hotels: &[ListedHotel]) -> String {
    let mut entries = String::new();
    for hotel in hotels {
        let alternates = alternates(hotel.id);
        let changed = hotel.updated_at.format("%Y-%m-%d");
        for (code, _) in LOCALES {
            let address = address::hotel(hotel.id, code);
            entries.push_str(&format!(
                "  <url>\n    <loc>{address}</loc>\n    <lastmod>{changed}</lastmod>\n{alternates}  </url>\n"
            ));
        }
    }
    entries
}

/// The links to the page in every language.
fn alternates(id: i64) -> String {
    let link = |hreflang: &str, code: &str| {
        let address = address::hotel(id, code);
        format!("    <xhtml:link rel=\"alternate\" hreflang=\"{hreflang}\" href=\"{address}\"/>\n")
    };
    let default = link("x-default", Language::default().code());
    LOCALES.iter().fold(default, |links, (code, _)| links + &link(code, code))
}
