//! Authentication: tokens, roles, and the GUCs that SQL reads about the request.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::common::{Api, SECRET, token, user};
use jwt::{Algorithm, EncodingKey, Header};
use rest_engine::JwtKeys;
use serde_json::{Value, json};

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64
}

async fn setting(api: &Api, name: &str, claims: Value) -> Value {
    let answer = api
        .get(&format!("/rpc/settings?name={name}"))
        .token(claims)
        .header("X-Mine", "yes")
        .header("Cookie", "a=1; b=2")
        .await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

fn parsed(setting: Value) -> Value {
    serde_json::from_str(setting.as_str().unwrap()).unwrap()
}

#[actix_web::test]
async fn sql_reads_role_claims_and_request_as_gucs() {
    let api =
        Api::with_config(|config| config.app_settings = vec![("app.settings.greeting".into(), "hi".into())])
            .await;
    assert_eq!(setting(&api, "role", user("marie")).await, "authenticated");
    assert_eq!(
        parsed(setting(&api, "request.jwt.claims", user("marie")).await),
        json!({"role": "authenticated", "sub": "marie"})
    );
    assert_eq!(
        parsed(setting(&api, "request.jwt.claims", json!({"sub": "x"})).await),
        json!({"role": "anon", "sub": "x"})
    );
    assert_eq!(setting(&api, "request.method", user("marie")).await, "GET");
    assert_eq!(setting(&api, "request.path", user("marie")).await, "/rpc/settings");
    assert_eq!(parsed(setting(&api, "request.headers", user("marie")).await)["x-mine"], "yes");
    assert_eq!(parsed(setting(&api, "request.headers", user("marie")).await)["cookie"], Value::Null);
    assert_eq!(parsed(setting(&api, "request.cookies", user("marie")).await), json!({"a": "1", "b": "2"}));
    assert_eq!(setting(&api, "search_path", user("marie")).await, "\"api\", \"public\"");
    assert_eq!(setting(&api, "app.settings.greeting", user("marie")).await, "hi");
}

#[actix_web::test]
async fn a_request_leaves_no_settings_for_the_next_one() {
    let api = Api::with_config(|config| config.db_pool = 1).await;
    for _ in 0..2 {
        assert_eq!(setting(&api, "role", user("marie")).await, "authenticated");
        let anonymous = api.get("/rpc/settings?name=request.jwt.claims").await;
        assert_eq!(parsed(anonymous.json()), json!({"role": "anon"}));
    }
}

#[actix_web::test]
async fn row_level_security_follows_the_token() {
    let api = Api::cinema().await;
    assert_eq!(api.get("/notes").token(user("marie")).await.ids(), [1]);
    assert_eq!(api.get("/notes").token(user("paul")).await.ids(), [2]);
    let anonymous = api.get("/notes").await;
    assert_eq!(anonymous.error(), (401, "42501".to_owned()));
    assert_eq!(anonymous.header("www-authenticate"), "Bearer");
    let closed = api.get("/closed").token(json!({"role": "anon"})).await;
    assert_eq!(closed.error(), (401, "42501".to_owned()));
}

#[actix_web::test]
async fn rejects_invalid_tokens_with_a_challenge() {
    let api = Api::cinema().await;
    let other_key = EncodingKey::from_secret(b"quite another secret that nobody knows");
    let forged = jwt::encode(&Header::default(), &user("x"), &other_key).unwrap();
    let mut unsigned = token(&user("x"));
    unsigned.truncate(unsigned.rfind('.').unwrap() + 1);
    for (bearer, code, message) in [
        ("a.b".to_owned(), "PGRST301", "Expected 3 parts in JWT; got 2"),
        (forged, "PGRST301", "No suitable key or wrong key type"),
        (unsigned, "PGRST301", "No suitable key or wrong key type"),
        ("eyJhbGciOiJub25lIn0.e30.".to_owned(), "PGRST301", "Wrong or unsupported encoding algorithm"),
        ("a.b.c".to_owned(), "PGRST301", "JWT cryptographic operation failed"),
        (String::new(), "PGRST301", "Empty JWT is sent in Authorization header"),
        (token(&json!({"role": "anon", "exp": now() - 31})), "PGRST303", "JWT expired"),
        (token(&json!({"role": "anon", "nbf": now() + 60})), "PGRST303", "JWT not yet valid"),
        (token(&json!({"role": "anon", "iat": now() + 60})), "PGRST303", "JWT issued at future"),
        (token(&json!({"role": "anon", "exp": "soon"})), "PGRST303", "The JWT 'exp' claim must be a number"),
    ] {
        let answer = api.get("/films").header("Authorization", &format!("Bearer {bearer}")).await;
        assert_eq!(answer.error(), (401, code.to_owned()), "{message}");
        assert_eq!(answer.json()["message"], message);
        let challenge =
            format!("Bearer error=\"invalid_token\", error_description=\"{}\"", message.replace('"', "'"));
        assert_eq!(answer.header("www-authenticate"), challenge);
    }
    let expired = token(&json!({"role": "anon", "exp": now() - 1000}));
    // The second request finds the verified signature in the cache.
    for _ in 0..2 {
        let answer = api.get("/films").header("Authorization", &format!("Bearer {expired}")).await;
        assert_eq!(answer.error(), (401, "PGRST303".to_owned()));
    }
    let unknown = api.get("/films").token(json!({"role": "no_such_role"})).await;
    assert_eq!(unknown.error(), (401, "22023".to_owned()));
    let superuser = api.get("/films").token(json!({"role": "postgres"})).await;
    assert_eq!(superuser.error(), (403, "42501".to_owned()));
}

#[actix_web::test]
async fn tolerates_a_clock_skew_of_thirty_seconds() {
    let api = Api::cinema().await;
    let claims = json!({"role": "anon", "exp": now() - 20, "nbf": now() + 20, "iat": now() + 20});
    assert_eq!(api.get("/films?limit=0").token(claims).await.status, 200);
}

#[actix_web::test]
async fn an_authorization_scheme_other_than_bearer_counts_as_anonymous() {
    let api = Api::cinema().await;
    assert_eq!(api.get("/films?limit=0").header("Authorization", "Basic eDp5").await.status, 200);
    let closed = Api::with_config(|config| config.db_anon_role = None).await;
    assert_eq!(closed.get("/films").await.error(), (401, "PGRST302".to_owned()));
    assert_eq!(closed.get("/films?limit=0").token(json!({"role": "anon"})).await.status, 200);
}

#[actix_web::test]
async fn checks_the_audience_if_one_is_configured() {
    let api = Api::with_config(|config| config.jwt_aud = Some("cinema".to_owned())).await;
    for (audience, status) in
        [(json!("cinema"), 200), (json!(["x", "cinema"]), 200), (json!("x"), 401), (json!(5), 401)]
    {
        let answer = api.get("/films?limit=0").token(json!({"role": "anon", "aud": audience})).await;
        assert_eq!(answer.status, status, "{audience}");
    }
}

#[actix_web::test]
async fn the_role_claim_may_be_nested() {
    let claims = json!({"app": {"roles": ["nobody", "authenticated"]}, "sub": "paul"});
    for path in ["$.app.roles[1]", "$.app.roles[?search(@, '^auth')]", ".app.roles[?(@ ^== \"auth\")]"] {
        let api = Api::with_config(|config| config.jwt_role_claim_key = path.parse().unwrap()).await;
        assert_eq!(api.get("/notes").token(claims.clone()).await.ids(), [2], "{path}");
    }
}

#[actix_web::test]
async fn verifies_with_the_jwks_key_of_the_kid_or_with_each_key_if_there_is_no_kid() {
    let jwks = include_str!("common/jwks.json");
    let api = Api::with_config(|config| config.jwt_secret = Some(JwtKeys::parse(jwks, false).unwrap())).await;
    let keys = [
        (Algorithm::RS256, "rsa", EncodingKey::from_rsa_der(include_bytes!("common/rsa.der"))),
        (Algorithm::ES256, "ec", EncodingKey::from_ec_der(include_bytes!("common/ec.der"))),
        (Algorithm::EdDSA, "ed", EncodingKey::from_ed_der(include_bytes!("common/ed.der"))),
        (Algorithm::HS256, "oct", EncodingKey::from_secret(SECRET.as_bytes())),
    ];
    for (algorithm, kid, key) in keys {
        for (kid, status) in [(Some(kid), 200), (None, 200), (Some("unknown"), 401)] {
            let mut header = Header::new(algorithm);
            header.kid = kid.map(str::to_owned);
            let bearer = jwt::encode(&header, &user("marie"), &key).unwrap();
            let answer = api.get("/notes").header("Authorization", &format!("Bearer {bearer}")).await;
            assert_eq!(answer.status, status, "{algorithm:?} {kid:?} {}", answer.body);
            if kid == Some("unknown") {
                assert_eq!(answer.json()["details"], "No suitable key was found to decode the JWT");
            }
        }
    }
    // A public key must not serve as the secret of a symmetric signature.
    let confused = EncodingKey::from_secret(include_bytes!("common/rsa.der"));
    let bearer = jwt::encode(&Header::default(), &user("marie"), &confused).unwrap();
    assert_eq!(api.get("/notes").header("Authorization", &format!("Bearer {bearer}")).await.status, 401);
}

#[actix_web::test]
async fn settings_of_a_role_apply_to_its_transactions() {
    let api = Api::cinema().await;
    let client = api.database.client().await;
    let name = api.database.name();
    let sql = format!(
        "alter role authenticated in database {name} set statement_timeout = '7s';
         alter role authenticated in database {name} set default_transaction_isolation = 'serializable';
         notify pgrst, 'reload config'"
    );
    client.batch_execute(&sql).await.unwrap();
    let timeout = || setting(&api, "statement_timeout", user("marie"));
    crate::common::eventually(async || timeout().await == "7s").await;
    assert_eq!(setting(&api, "transaction_isolation", user("marie")).await, "serializable");
    // The timeout that the migrations set for the anonymous role.
    assert_eq!(api.get("/rpc/settings?name=statement_timeout").await.json(), "3s");
}

#[actix_web::test]
async fn the_pre_request_function_can_reject_a_request() {
    let api = Api::with_config(|config| config.db_pre_request = Some("api.watch".to_owned())).await;
    for _ in 0..2 {
        assert_eq!(api.get("/films?limit=0").await.status, 200);
        let blocked = api
            .post("/directors", json!({"id": 9, "name": "x"}))
            .header("X-Block", "1")
            .token(user("marie"))
            .await;
        assert_eq!(blocked.error(), (403, "42501".to_owned()));
        assert_eq!(blocked.json()["message"], "blocked");
    }
    assert_eq!(api.sql("select from api.directors where id = 9").await, json!([]));
}

#[actix_web::test]
async fn prefer_timezone_sets_the_time_zone() {
    let api = Api::cinema().await;
    let answer = api.get("/rpc/settings?name=timezone").prefer("timezone=Europe/Paris").await;
    assert_eq!(
        (answer.json(), answer.header("preference-applied")),
        (json!("Europe/Paris"), "timezone=Europe/Paris")
    );
    assert_eq!(api.get("/films").prefer("timezone=Nowhere/Else").await.error(), (400, "22023".to_owned()));
}
