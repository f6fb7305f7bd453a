//! The function with a database, and documents as the site's build writes them.

use bytes::Bytes;
use hyper::{HeaderMap, Method};
use service_test::{Client, Database, Service};

/// What the build says of the variants of a cover.
const COVER_FACTS: &str = r#"{"sizes":"100vw","wideScreens":"(min-width: 768px)","wideScreensOnly":1200,"photoWidths":[480,800],"originalWidth":2000,"drawings":{"villa-1":{"hash":"0a1b2c3d","widths":[480,800,1200]}}}"#;

/// What the build says of the sample hotels.
const SAMPLE_HOTELS: &str = r#"{"hotels":[{"id":"1","name":"Hôtel Les Palmiers","city":"Ajaccio","location":"Centre-ville, Ajaccio","description":"Première.\nSeconde.","images":["/pictures/villa-1-0a1b2c3d-800.webp"],"amenities":["Piscine"],"rating":4.18,"reviews_count":11,"price_per_night":72,"property_type":"hotel","latitude":41.92,"longitude":8.73},{"id":"h2","name":"Hôtel du Grain de Sable","city":"Bonifacio","location":"Rue Longue, Bonifacio","description":"Au-dessus du vide.","images":[],"amenities":[],"rating":4.6,"reviews_count":52,"price_per_night":158,"property_type":"hotel","latitude":null,"longitude":null}],"names":{"les palmiers":"1","grain":"h2","villa marine":"7"}}"#;

/// A document of a hotel, in a language.
pub fn built(language: &str) -> String {
    document(language, SAMPLE_HOTELS)
}

/// A document of the build, in a language, with these facts for its text.
pub fn document(language: &str, facts: &str) -> String {
    format!(
        r#"<!doctype html><html lang="{language}"><head><meta charset="utf-8"><!--page-head--><title>Isula</title><meta name="description" content="…" data-prerendered><!--/page-head--><script>start()</script></head><body><div id="root" data-prerender="shell"><main><div data-place="page-title"><!--page-title--><!--/page-title--></div><div data-place="page-cover"><!--page-cover--><!--{COVER_FACTS}--><!--/page-cover--></div><div data-place="page-text" class="x"><!--page-text--><!--{facts}--><!--/page-text--></div></main></div></body></html>"#
    )
}

pub struct Stage {
    pub database: Database,
    service: Service,
}

pub struct Page {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Stage {
    pub async fn set() -> Stage {
        let database = Database::create().await;
        let service = Service::start(env!("CARGO_BIN_EXE_hotel-pages"), &database).await;
        Stage { database, service }
    }

    /// Runs SQL as the database's owner.
    pub async fn sql(&self, sql: &str) {
        self.database.client().await.batch_execute(sql).await.unwrap();
    }

    /// Inserts a hotel with these columns and values.
    pub async fn hotel(&self, columns: &str, values: &str) {
        let sql = format!(
            "insert into hotels (id, name, city, location, price_per_night{columns})
             values (7, 'Villa Marine', 'Calvi', 'Route de la Pinède', 145{values})"
        );
        self.sql(&sql).await;
    }

    /// The page of a hotel at a path, from the document of its language.
    pub async fn page(&self, path: &str) -> Page {
        self.post(path, built(language_of(path))).await
    }

    pub async fn post(&self, path: &str, document: String) -> Page {
        let client: Client = self.service.client();
        let path = format!("/hotel-pages{path}");
        let (head, body) = client.try_exchange(Method::POST, &path, Bytes::from(document)).await.unwrap();
        let text = String::from_utf8(body.to_vec()).unwrap();
        Page { status: head.status.as_u16(), headers: head.headers, text }
    }
}

/// The language of a path.
pub fn language_of(path: &str) -> &str {
    path.split('/').nth(1).filter(|segment| segment.len() == 2).unwrap_or("fr")
}

impl Page {
    /// The content of the first `<meta>` with this name or property.
    pub fn meta(&self, name: &str) -> Option<&str> {
        self.text.split("<meta ").skip(1).find_map(|tag| {
            let named = tag.split_once('=')?.1.strip_prefix(&format!("\"{name}\" content=\""))?;
            Some(named.split_once('"')?.0)
        })
    }

    pub fn title(&self) -> &str {
        self.between("<title>", "</title>")
    }

    pub fn between(&self, start: &str, end: &str) -> &str {
        let rest = self.text.split_once(start).unwrap_or_else(|| panic!("no {start} in {}", self.text)).1;
        rest.split_once(end).unwrap().0
    }

    #[track_caller]
    pub fn assert_contains(&self, text: &str) {
        assert!(self.text.contains(text), "{text} is not in {}", self.text);
    }
}
