//! Shared by the integration tests: an engine on a test database with the cinema fixture, and a request builder.

pub mod proxy;
pub mod seeded_rng;
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
    /// The cinema fixture with schema `api` exposed.
    pub async fn cinema() -> Api {
        Api::with_config(|_| ()).await
    }

    /// The cinema fixture with a changed configuration.
    pub async fn with_config(change: impl FnOnce(&mut Config)) -> Api {
        Api::with_fixture(include_str!("cinema.sql"), change).await
    }

    pub async fn with_fixture(fixture: &str, change: impl FnOnce(&mut Config)) -> Api {
        Api::with_database(test_db::Database::create().await, fixture, change).await
    }

    pub async fn with_database(
        database: test_db::Database,
        fixture: &str,
        change: impl FnOnce(&mut Config),
    ) -> Api {
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

    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        RequestBuilder {
            engine: self.engine.clone(),
            method: method.to_owned(),
            path: as_uri(path),
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.request("GET", path)
    }

    pub fn post(&self, path: &str, body: Value) -> RequestBuilder {
        self.request("POST", path).json(body)
    }

    pub fn patch(&self, path: &str, body: Value) -> RequestBuilder {
        self.request("PATCH", path).json(body)
    }

    pub fn put(&self, path: &str, body: Value) -> RequestBuilder {
        self.request("PUT", path).json(body)
    }

    pub fn delete(&self, path: &str) -> RequestBuilder {
        self.request("DELETE", path)
    }

    /// Runs a query as superuser, without the engine, and returns its rows as JSON.
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

pub struct RequestBuilder {
    engine: Arc<Engine>,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl RequestBuilder {
    pub fn header(mut self, name: &str, value: &str) -> RequestBuilder {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn prefer(self, value: &str) -> RequestBuilder {
        self.header("Prefer", value)
    }

    pub fn accept(self, value: &str) -> RequestBuilder {
        self.header("Accept", value)
    }

    pub fn token(self, claims: Value) -> RequestBuilder {
        self.header("Authorization", &format!("Bearer {}", token(&claims)))
    }

    pub fn json(self, body: Value) -> RequestBuilder {
        self.header("Content-Type", "application/json").body(body.to_string())
    }

    pub fn body(mut self, body: impl Into<Vec<u8>>) -> RequestBuilder {
        self.body = body.into();
        self
    }

    async fn send(self) -> Response {
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
        Response { status, headers, body: String::from_utf8_lossy(&body).into_owned(), bytes: body.to_vec() }
    }
}

impl IntoFuture for RequestBuilder {
    type Output = Response;
    type IntoFuture = Pin<Box<dyn Future<Output = Response>>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: String,
    pub bytes: Vec<u8>,
}

impl Response {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{} {}", self.status, self.body))
    }

    /// Status and body.
    pub fn outcome(&self) -> (u16, Value) {
        (self.status, if self.body.is_empty() { Value::Null } else { self.json() })
    }

    /// Status and error code.
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

/// Percent-encodes the characters that a URI does not allow.
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

/// The rows of a successful GET.
pub async fn rows(api: &Api, path: &str) -> Value {
    let answer = api.get(path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.json()
}

pub fn token(claims: &Value) -> String {
    let key = EncodingKey::from_secret(SECRET.as_bytes());
    jwt::encode(&Header::new(Algorithm::HS256), claims, &key).unwrap()
}

pub fn user(name: &str) -> Value {
    json!({ "role": "authenticated", "sub": name })
}

/// A deferred trigger: the commit of an insert into `table` waits for the advisory lock 1.
pub fn commit_waits_for_lock(table: &str) -> String {
    format!(
        "create function api.wait() returns trigger language plpgsql as
           $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
         create constraint trigger wait after insert on {table}
           deferrable initially deferred for each row execute function api.wait();"
    )
}

/// True while a statement in the test's database waits for an advisory lock.
pub async fn waits_for_lock(api: &Api) -> bool {
    let waiting = "select from pg_locks where locktype = 'advisory' and not granted
                   and database = (select oid from pg_database where datname = current_database())";
    api.sql(waiting).await != json!([])
}

/// True while no statement or transaction of the engine is open.
pub async fn is_idle(api: &Api) -> bool {
    let busy = "select from pg_stat_activity
                where datname = current_database() and usename = 'authenticator' and state <> 'idle'";
    api.sql(busy).await == json!([])
}

/// Polls until the condition holds. Panics after 20 seconds.
pub async fn eventually(condition_holds: impl AsyncFn() -> bool) {
    let waiting = async {
        while !condition_holds().await {
            actix_web::rt::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    actix_web::rt::time::timeout(std::time::Duration::from_secs(20), waiting)
        .await
        .expect("the condition did not hold in time");
}
