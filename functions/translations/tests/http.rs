//! `translations` over HTTP against a real Postgres: call 3 of spec §7.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::{Value, json};
use service_test::{Client, Database, Service};

struct Stage {
    database: Database,
    service: Service,
}

impl Stage {
    async fn set() -> Stage {
        let database = Database::create().await;
        let service = Service::start(env!("CARGO_BIN_EXE_translations"), &database).await;
        Stage { database, service }
    }

    fn client(&self) -> Client {
        self.service.client()
    }

    async fn edit(&self, language: &str, key: &str, value: &str) {
        let text = "insert into translations (language, key, value) values ($1, $2, $3)
                    on conflict (language, key) do update set value = excluded.value";
        self.database.client().await.execute(text, &[&language, &key, &value]).await.unwrap();
    }
}

fn of(language: &str) -> String {
    format!("/translations?action=get&language={language}")
}

#[tokio::test]
async fn returns_the_shipped_texts_of_every_language() {
    let stage = Stage::set().await;
    for (language, search) in [("fr", "Rechercher"), ("en", "Search"), ("de", "Suchen")] {
        let texts = stage.client().get(&of(language)).await.expect(200).body;
        assert!(texts["common"].is_object() && texts["layout"].is_object(), "{language}");
        assert!(texts["search"].to_string().contains(search) || texts["home"].to_string().contains(search));
    }
}

#[tokio::test]
async fn an_editors_text_overrides_the_shipped_one_in_its_language_only() {
    let stage = Stage::set().await;
    let shipped = stage.client().get(&of("fr")).await.expect(200).body;
    stage.edit("fr", "home.title", "L'île autrement").await;
    let mut expected = shipped;
    expected["home"]["title"] = json!("L'île autrement");
    assert_eq!(stage.client().get(&of("fr")).await.expect(200).body, expected);
    assert_ne!(stage.client().get(&of("en")).await.body["home"]["title"], json!("L'île autrement"));
}

#[tokio::test]
async fn responds_304_until_an_editor_changes_a_text() {
    let stage = Stage::set().await;
    let first = stage.client().get(&of("it")).await.expect(200);
    let tag = first.headers["etag"].to_str().unwrap().to_owned();
    assert_eq!(first.headers["cache-control"], "no-cache");
    let again = stage.client().header("if-none-match", &tag);
    assert_eq!(again.get(&of("it")).await.expect(304).body, Value::Null);
    stage.edit("it", "home.title", "Corsica").await;
    let changed = again.get(&of("it")).await.expect(200);
    assert_ne!(changed.headers["etag"].to_str().unwrap(), tag);
    assert_eq!(changed.body["home"]["title"], "Corsica");
}

#[tokio::test]
async fn compresses_for_clients_that_accept_gzip() {
    let stage = Stage::set().await;
    let (headers, compressed) = stage.client().header("accept-encoding", "gzip, br").raw(&of("ja")).await;
    assert_eq!(headers["content-encoding"], "gzip");
    assert_eq!(&compressed[..2], [0x1f, 0x8b]);
    let (headers, plain) = stage.client().raw(&of("ja")).await;
    assert!(!headers.contains_key("content-encoding"));
    assert_eq!(headers["vary"], "Accept-Encoding");
    assert!(compressed.len() * 2 < plain.len());
}

#[tokio::test]
async fn an_unknown_language_has_no_texts() {
    let stage = Stage::set().await;
    for language in ["pt", "xx-YY", "..%2Ffr"] {
        assert_eq!(stage.client().get(&of(language)).await.expect(200).body, json!({}), "{language}");
    }
}

#[tokio::test]
async fn rejects_an_unknown_action_and_a_missing_language() {
    let stage = Stage::set().await;
    stage.client().get("/translations?action=set&language=fr").await.expect_error(400, "unknown_action");
    stage.client().get("/translations?action=get").await.expect_error(400, "validation_failed");
    stage.client().post(&of("fr"), json!({})).await.expect_error(405, "method_not_allowed");
}
