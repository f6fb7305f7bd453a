//! The tags of a page: title, description, links, Open Graph and JSON-LD. The app removes those with `data-prerendered`
//! when it starts, and renders its own.

use crate::address::{self, LOCALES};
use crate::hotel::{AccountRating, Hotel};
use crate::html::escape;
use crate::{json_ld, texts};
use service_kit::Language;

/// The tags of a hotel's page.
pub(crate) fn of_hotel(hotel: &Hotel, rating: Option<AccountRating>, language: Language) -> String {
    let (title, description) = (texts::title(hotel, language), texts::description(hotel, language));
    let own = address::hotel(hotel.id, language.code());
    let french = address::hotel(hotel.id, Language::default().code());
    let mut tags = Tags::new(&title);
    tags.meta("name", "description", &description);
    tags.link(r#"rel="canonical""#, &own);
    tags.link(r#"rel="alternate" hreflang="x-default""#, &french);
    for (code, _) in LOCALES {
        tags.link(&format!(r#"rel="alternate" hreflang="{code}""#), &address::hotel(hotel.id, code));
    }
    tags.open_graph("og:site_name", &texts::text("brand", language));
    tags.open_graph("og:type", "website");
    tags.open_graph("og:title", &title);
    tags.open_graph("og:description", &description);
    tags.open_graph("og:url", &own);
    let cover = hotel.images.first().and_then(|cover| address::picture(cover));
    if let Some(cover) = &cover {
        tags.open_graph("og:image", cover);
        tags.open_graph("og:image:alt", &hotel.name);
    }
    for (code, locale) in LOCALES {
        let property = if code == language.code() { "og:locale" } else { "og:locale:alternate" };
        tags.open_graph(property, locale);
    }
    tags.meta("name", "twitter:card", if cover.is_some() { "summary_large_image" } else { "summary" });
    let json = json_ld::of_hotel(hotel, rating, language);
    tags.0.push_str(&format!(r#"<script type="application/ld+json" data-prerendered>{json}</script>"#));
    tags.0
}

/// The tags of the page of an unknown hotel, which search engines must not index.
pub(crate) fn of_unknown(language: Language) -> String {
    let title = texts::with_brand(texts::text("unknown", language).trim_end_matches(['.', '。']), language);
    let mut tags = Tags::new(&title);
    tags.meta("name", "description", &texts::text("unknown_hint", language));
    tags.meta("name", "robots", "noindex");
    tags.open_graph("og:site_name", &texts::text("brand", language));
    tags.open_graph("og:title", &title);
    tags.0
}

struct Tags(String);

impl Tags {
    fn new(title: &str) -> Tags {
        Tags(format!("<title>{}</title>", escape(title)))
    }

    fn meta(&mut self, attribute: &str, name: &str, content: &str) {
        let content = escape(content);
        self.0.push_str(&format!(r#"<meta {attribute}="{name}" content="{content}" data-prerendered>"#));
    }

    fn open_graph(&mut self, property: &str, content: &str) {
        self.meta("property", property, content);
    }

    /// `attributes` are constants.
    fn link(&mut self, attributes: &str, address: &str) {
        self.0.push_str(&format!(r#"<link {attributes} href="{}" data-prerendered>"#, escape(address)));
    }
}
