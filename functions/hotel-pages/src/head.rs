//! The tags of a page: title, description, links, Open Graph and JSON-LD. The app removes those with `data-prerendered`
//! when it starts, and renders its own.

use crate::address::{self, LOCALES};
use crate::hotel::HotelPage;
use crate::html::escape;
use crate::sample_content::Region;
use crate::{json_ld, texts};
use service_kit::Language;

/// What a page says of itself.
struct Metadata<'a> {
    title: String,
    description: String,
    /// The absolute address of the page in a language. `None` if search engines must not index it.
    address: Option<&'a dyn Fn(&str) -> String>,
    /// The absolute address of its picture.
    cover: Option<String>,
    /// What the picture stands for.
    name: &'a str,
    json_ld: String,
}

/// The tags of a hotel's page. A sample hotel is no real one, so that search engines must not show it.
pub(crate) fn of_hotel(page: &HotelPage, language: Language) -> String {
    let address = |code: &str| address::hotel(&page.id, code);
    let metadata = Metadata {
        title: texts::title(&page.hotel, language),
        description: texts::description(page, language),
        address: (!page.is_sample).then_some(&address),
        cover: page.hotel.images.first().and_then(|cover| address::picture(cover)),
        name: &page.hotel.name,
        json_ld: json_ld::of_hotel(page, language),
    };
    tags(&metadata, language)
}

/// The tags of a region's page.
pub(crate) fn of_region(region: &Region, language: Language) -> String {
    let metadata = Metadata {
        title: texts::with_brand(&region.title, language),
        description: region.text.clone(),
        address: Some(&|code| address::region(&region.query, code)),
        cover: address::picture(&region.picture),
        name: &region.heading,
        json_ld: json_ld::of_region(region, language),
    };
    tags(&metadata, language)
}

/// The tags of a page about something unknown, which search engines must not index.
pub(crate) fn of_unknown(title: &str, hint: &str, language: Language) -> String {
    let title = texts::with_brand(title, language);
    let mut tags = Tags::new(&title);
    tags.meta("name", "description", hint);
    tags.meta("name", "robots", "noindex");
    tags.open_graph("og:site_name", &texts::text("brand", language));
    tags.open_graph("og:title", &title);
    tags.0
}

fn tags(page: &Metadata<'_>, language: Language) -> String {
    let mut tags = Tags::new(&page.title);
    tags.meta("name", "description", &page.description);
    match page.address {
        Some(address) => tags.addresses(address, language),
        None => tags.meta("name", "robots", "noindex"),
    }
    tags.open_graph("og:site_name", &texts::text("brand", language));
    tags.open_graph("og:type", "website");
    tags.open_graph("og:title", &page.title);
    tags.open_graph("og:description", &page.description);
    if let Some(cover) = &page.cover {
        tags.open_graph("og:image", cover);
        tags.open_graph("og:image:alt", page.name);
    }
    for (code, locale) in LOCALES {
        let property = if code == language.code() { "og:locale" } else { "og:locale:alternate" };
        tags.open_graph(property, locale);
    }
    tags.meta("name", "twitter:card", if page.cover.is_some() { "summary_large_image" } else { "summary" });
    let json = &page.json_ld;
    tags.0.push_str(&format!(r#"<script type="application/ld+json" data-prerendered>{json}</script>"#));
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

    /// The page's own address and those in other languages.
    fn addresses(&mut self, address: &dyn Fn(&str) -> String, language: Language) {
        let own = address(language.code());
        self.link(r#"rel="canonical""#, &own);
        self.link(r#"rel="alternate" hreflang="x-default""#, &address(Language::default().code()));
        for (code, _) in LOCALES {
            self.link(&format!(r#"rel="alternate" hreflang="{code}""#), &address(code));
        }
        self.open_graph("og:url", &own);
    }

    /// `attributes` are constants.
    fn link(&mut self, attributes: &str, address: &str) {
        self.0.push_str(&format!(r#"<link {attributes} href="{}" data-prerendered>"#, escape(address)));
    }
}
