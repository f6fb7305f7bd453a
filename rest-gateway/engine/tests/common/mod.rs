//! What the tests of this crate share: an engine over a database with a small cinema in it, and short ways to ask it.

// Each test file uses its own part of this.
#![allow(dead_code)]

pub mod server;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use actix_web::body::to_bytes;
use actix_web::http::Method;
use actix_web::http::header::HeaderMap;
use actix_web::{App, test, web};
use jwt::{Algorithm, EncodingKey, Header};
use rest_engine::{Config, Engine, JwtKeys};
use serde_json::{Value, json};

pub const OBJECT: &str = "application/vnd.pgrst.object+json";
pub const SECRET: &str = "a-secret-that-only-the-tests-of-this-crate-know";

pub struct Api {
    pub database: test_db::Database,
    pub engine: Arc<Engine>,
    pub config: Config,
}

impl Api {
    /// The cinema with the schema `api` exposed.
    pub async fn cinema() -> Api {
        Api::with(|_| ()).await
    }

    /// The cinema with other settings.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Api {
        Api::over(include_str!("cinema.sql"), change).await
    }

    pub async fn over(fixture: &str, change: impl FnOnce(&mut Config)) -> Api {
        Api::on(test_db::Database::create().await, fixture, change).await
    }

    pub async fn on(database: test_db::Database, fixture: &str, change: impl FnOnce(&mut Config)) -> Api {
        database.client().await.batch_execute(fixture).await.unwrap();
        let mut config = Config::new(database.url("authenticator"));
        config.db_schemas = vec!["api".to_owned()];
        config.db_anon_role = Some("anon".to_owned());
        config.db_pool = 3;
        config.jwt_secret = Some(JwtKeys::parse(SECRET, false).unwrap());
        change(&mut config);
        let engine = Engine::connect(config.clone()).await.unwrap();
        Api { database, engine, config }
    }

    pub fn ask(&self, method: &str, path: &str) -> Ask {
        Ask {
            engine: self.engine.clone(),
            method: method.to_owned(),
            path: as_uri(path),
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    pub fn get(&self, path: &str) -> Ask {
        self.ask("GET", path)
    }

    pub fn post(&self, path: &str, body: Value) -> Ask {
        self.ask("POST", path).json(body)
    }

    pub fn patch(&self, path: &str, body: Value) -> Ask {
        self.ask("PATCH", path).json(body)
    }

    pub fn put(&self, path: &str, body: Value) -> Ask {
        self.ask("PUT", path).json(body)
    }

    pub fn delete(&self, path: &str) -> Ask {
        self.ask("DELETE", path)
    }

    /// What the database itself says: the JSON of one query.
    pub async fn sql(&self, query: &str) -> Value {
        let rows = self
            .database
            .client()
            .await
            .query(&format!("select coalesce(json_agg(r), '[]')::text from ({query}) r"), &[])
            .await
            .unwrap();
        serde_json::from_str(rows[0].get(0)).unwrap()
    }

    pub async fn directors(&self) -> Value {
        self.sql("select id, name from api.directors order by id").await
    }
}

pub struct Ask {
    engine: Arc<Engine>,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Ask {
    pub fn header(mut self, name: &str, value: &str) -> Ask {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn prefer(self, value: &str) -> Ask {
        self.header("Prefer", value)
    }

    pub fn accept(self, value: &str) -> Ask {
        self.header("Accept", value)
    }

    pub fn token(self, claims: Value) -> Ask {
        self.header("Authorization", &format!("Bearer {}", token(&claims)))
    }

    pub fn json(self, body: Value) -> Ask {
        self.header("Content-Type", "application/json").body(body.to_string())
    }

    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Ask {
        self.body = body.into();
        self
    }

    async fn send(self) -> Answer {
        let app = test::init_service(
            App::new().service(web::scope("/rest/v1").configure(rest_engine::configure(self.engine.clone()))),
        )
        .await;
        let mut request = test::TestRequest::with_uri(&format!("/rest/v1{}", self.path))
            .method(Method::from_bytes(self.method.as_bytes()).unwrap())
            .set_payload(self.body);
        for (name, value) in self.headers {
            request = request.append_header((name, value));
        }
        let response = test::call_service(&app, request.to_request()).await;
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let body =
            to_bytes(response.into_body()).await.unwrap_or_else(|_| panic!("the body could not be read"));
        Answer { status, headers, body: String::from_utf8_lossy(&body).into_owned(), bytes: body.to_vec() }
    }
}

impl IntoFuture for Ask {
    type Output = Answer;
    type IntoFuture = Pin<Box<dyn Future<Output = Answer>>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: String,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{} {}", self.status, self.body))
    }

    /// The status and the body.
    pub fn outcome(&self) -> (u16, Value) {
        (self.status, if self.body.is_empty() { Value::Null } else { self.json() })
    }

    /// The status and the error's code.
    pub fn error(&self) -> (u16, String) {
        (self.status, self.json()["code"].as_str().unwrap_or("").to_owned())
    }

    /// One column of all rows.
    pub fn column(&self, name: &str) -> Vec<Value> {
        match self.json() {
            Value::Array(rows) => rows.iter().map(|row| row[name].clone()).collect(),
            other => panic!("{} {other}", self.status),
        }
    }

    pub fn ids(&self) -> Vec<i64> {
        self.column("id").iter().map(|id| id.as_i64().unwrap()).collect()
    }
}

/// What may not stand in a URI as it is, encoded.
fn as_uri(path: &str) -> String {
    let is_plain = |c: char| c.is_ascii_graphic() && !"\"<>\\^`{|}".contains(c);
    path.chars()
        .map(|c| {
            if is_plain(c) {
                c.to_string()
            } else {
                c.to_string().bytes().map(|b| format!("%{b:02X}")).collect()
            }
        })
        .collect()
}

pub fn token(claims: &Value) -> String {
    let key = EncodingKey::from_secret(SECRET.as_bytes());
    jwt::encode(&Header::new(Algorithm::HS256), claims, &key).unwrap()
}

pub fn user(name: &str) -> Value {
    json!({ "role": "authenticated", "sub": name })
}

/// Waits until something that happens by itself has happened.
pub async fn eventually(happened: impl AsyncFn() -> bool) {
    let waiting = async {
        while !happened().await {
            actix_web::rt::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    actix_web::rt::time::timeout(std::time::Duration::from_secs(20), waiting)
        .await
        .expect("it never happened");
}
