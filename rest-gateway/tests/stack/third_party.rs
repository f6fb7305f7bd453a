//! `[auth.third_party]`: tokens of another issuer, whose keys the stack reads by its OpenID configuration.

use crate::postgrest_server::eventually;
use crate::project::{project, run};
use hyper::StatusCode;
use serde_json::{Value, json};
use service_kit::jwt::KeySet;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

/// An issuer: its signing keys, and a server with its documents.
struct Issuer {
    url: String,
    keys: KeySet,
}

impl Issuer {
    fn start() -> Issuer {
        let mut key = jwt::generate_ec_jwk().unwrap();
        key["kid"] = json!("of-the-issuer");
        let keys = KeySet::parse(&json!([key]).to_string()).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let discovery = json!({ "issuer": url, "jwks_uri": format!("{url}/keys") }).to_string();
        // The stack supports no key of this type, and must ignore it.
        let other = json!({ "kty": "OKP", "crv": "Ed25519", "kid": "other", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" });
        let public: Vec<Value> = keys.public().into_iter().chain([other]).collect();
        let set = json!({ "keys": public }).to_string();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut head = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
                let request = head.next().unwrap_or_default();
                head.find(|line| line.is_empty());
                let body = if request.starts_with("GET /keys ") { &set } else { &discovery };
                let length = body.len();
                let _ = write!(
                    stream,
                    "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
                );
            }
        });
        Issuer { url, keys }
    }

    fn token(&self, claims: &Value) -> String {
        self.keys.signing().unwrap().sign(claims).unwrap()
    }
}

const EXPIRES: i64 = 4_102_444_800;

#[tokio::test(flavor = "multi_thread")]
async fn tokens_of_a_third_party_open_rest_and_storage_but_not_auth() {
    let issuer = Issuer::start();
    let config = format!("[auth.third_party.workos]\nenabled = true\nissuer_url = \"{}\"\n", issuer.url);
    let who = "create function who() returns text language sql as $$ select auth.jwt() ->> 'sub' $$;
               create function role() returns text language sql as 'select current_user';";
    let place = project(&[("config.toml", &config), ("migrations/1_who.sql", who)]);
    let stack = place.start();
    let token = issuer
        .token(&json!({ "sub": "user_2abc", "role": "authenticated", "iss": issuer.url, "exp": EXPIRES }));
    // The stack does not wait for the issuer.
    eventually(async || stack.get_as("/rest/v1/rpc/who", &token).await.0 == StatusCode::OK).await;
    assert_eq!(stack.get_as("/rest/v1/rpc/who", &token).await.1, "\"user_2abc\"");
    eventually(async || stack.get_as("/storage/v1/bucket", &token).await.0 == StatusCode::OK).await;

    // Storage reads the keys no sooner than the auth service, which must not have them.
    let (status, text) = stack.get_as("/auth/v1/user", &token).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{text}");
    let stranger =
        Issuer::start().token(&json!({ "sub": "user_2abc", "role": "authenticated", "exp": EXPIRES }));
    assert_eq!(stack.get_as("/rest/v1/rpc/who", &stranger).await.0, StatusCode::UNAUTHORIZED);
    // Some issuers sign the tokens of all their customers with the same keys.
    let of_another_issuer = issuer.token(
        &json!({ "sub": "user_2abc", "role": "service_role", "iss": "https://id.example", "exp": EXPIRES }),
    );
    assert_eq!(stack.get_as("/rest/v1/rpc/who", &of_another_issuer).await.0, StatusCode::UNAUTHORIZED);
    assert_ne!(stack.get_as("/storage/v1/bucket", &of_another_issuer).await.0, StatusCode::OK);
    // As on Supabase, the issuer chooses the role.
    let administrator = issuer
        .token(&json!({ "sub": "user_1abc", "role": "service_role", "iss": issuer.url, "exp": EXPIRES }));
    assert_eq!(stack.get_as("/rest/v1/rpc/role", &administrator).await.1, "\"service_role\"");
    let own = run(&place, &["gen", "bearer-jwt", "--role", "authenticated", "--sub", "ange"]).output;
    assert_eq!(stack.get_as("/rest/v1/rpc/who", own.trim()).await.1, "\"ange\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stack_starts_without_its_third_party() {
    let config = "[storage]\nenabled = false\n[auth]\nenabled = false\n\
                  [auth.third_party.workos]\nenabled = true\nissuer_url = \"http://127.0.0.1:1\"\n";
    let place = project(&[("config.toml", config)]);
    let stack = place.start();
    eventually(async || stack.log().contains("tokens of workos are accepted by the keys known so far")).await;
    assert_eq!(stack.get("/rest/v1/").await.0, StatusCode::FORBIDDEN, "it answers");
}
