//! A `serve` process with PostgREST's environment, over a database of the test.

use crate::running::{PROGRAM, Place, Stack};
use bytes::Bytes;
use http_body_util::{BodyExt, Empty};
use hyper::{HeaderMap, Method, Request, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use std::process::Command;
use test_db::Database;

pub use test_db::eventually;

const LIBRARY: &str = "
    create schema library;
    create table library.books (id int primary key, title text not null);
    insert into library.books values (1, 'Colomba'), (2, 'Mateo Falcone');
    create function library.opening_hours() returns text stable language sql
        return current_setting('app.settings.opening_hours');
    create function library.broken() returns void language plpgsql as
        $$ begin raise sqlstate 'XX000' using message = 'out of order'; end $$;
    create table library.settings (name text, value text);
    create function library.pre_config() returns void language plpgsql as $$ begin
        perform set_config(name, value, true) from library.settings;
    end $$;
    grant usage on schema library to anon, authenticator;
    grant select on library.settings to authenticator;
    grant execute on all functions in schema library to anon, authenticator;
    grant select on all tables in schema library to anon;";

/// Both books, in the format of Postgres's `json_agg`.
pub const BOTH: &str = "[{\"id\":1}, \n {\"id\":2}]";

/// A running server over a database with a `library` schema.
pub struct Server {
    pub database: Database,
    pub stack: Stack,
    pub url: String,
    _place: Place,
}

impl Server {
    /// Starts a server on a free port with additional environment variables.
    pub async fn start(variables: &[(&str, &str)]) -> Server {
        Server::with(&["--port", "0"], variables).await
    }

    /// Starts a server with the given arguments.
    pub async fn with(arguments: &[&str], variables: &[(&str, &str)]) -> Server {
        let database = Database::create().await;
        database.client().await.batch_execute(LIBRARY).await.unwrap();
        let place = Place::new();
        let mut command = Command::new(PROGRAM);
        command.arg("serve").args(arguments).current_dir(place.path());
        command.envs([
            ("PGRST_DB_URI", database.url("authenticator").as_str()),
            ("PGRST_DB_SCHEMAS", "library"),
            ("PGRST_DB_ANON_ROLE", "anon"),
            ("PGRST_SERVER_HOST", "127.0.0.1"),
            ("PGRST_APP_SETTINGS_OPENING_HOURS", "9-17"),
        ]);
        command.envs(variables.iter().copied());
        let stack = Stack::started(&place, command, "Listening on");
        let url = stack.line.rsplit_once(' ').unwrap().1.to_owned();
        Server { database, stack, url, _place: place }
    }

    /// Sends a request without a body.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
    ) -> (StatusCode, HeaderMap, String) {
        let client = Client::builder(TokioExecutor::new()).build_http();
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (head, body) =
            client.request(request.body(Empty::<Bytes>::new()).unwrap()).await.unwrap().into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        (head.status, head.headers, String::from_utf8(body.to_vec()).unwrap())
    }

    pub async fn get(&self, path: &str) -> (StatusCode, String) {
        let (status, _, body) = self.send(Method::GET, path, &[]).await;
        (status, body)
    }

    pub fn log_has(&self, text: &str) -> bool {
        self.stack.log().contains(text)
    }

    /// The URL of the admin server, or the path of its socket, from the log.
    pub fn admin(&self) -> String {
        let log = self.stack.log();
        let (_, rest) = log.split_once("Admin server listening on ").unwrap();
        let (address, _) = rest.split_once('"').unwrap();
        if address.starts_with('/') { address.to_owned() } else { format!("http://{address}") }
    }
}
