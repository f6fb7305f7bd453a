//! The claims of an access token are Supabase's, so that policies written for it work.

use crate::{PASSWORD, login, register, start};
use serde_json::json;
use service_kit::{Environment, Verifier};
use service_test::Database;

#[tokio::test]
async fn an_access_token_has_supabases_claims() {
    let database = Database::create().await;
    let service = start(&database).await;
    register(&service.client(), "marie@exemple.fr").await;
    let answer = login(&service.client(), "marie@exemple.fr", PASSWORD).await.expect(200);
    let token = answer.body["session"]["access_token"].as_str().unwrap();

    let jwks = service_test::key_set().to_string();
    let verifier = Verifier::from_environment(&Environment::from_pairs([("SUPABASE_JWKS", jwks)])).unwrap();
    let claims = verifier.verify(token).unwrap().all;
    assert_eq!(claims["iss"], "http://127.0.0.1:54321/auth/v1");
    assert_eq!(claims["sub"], answer.body["user"]["id"]);
    assert_eq!((&claims["aud"], &claims["role"]), (&json!("authenticated"), &json!("authenticated")));
    assert_eq!((&claims["email"], &claims["phone"]), (&json!("marie@exemple.fr"), &json!("")));
    assert_eq!(claims["exp"], answer.body["session"]["expires_at"]);
    assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 604_800);
    assert_eq!((&claims["aal"], &claims["amr"][0]["method"]), (&json!("aal1"), &json!("password")));
    assert_eq!(
        (&claims["is_anonymous"], &claims["app_metadata"]["provider"]),
        (&json!(false), &json!("email"))
    );
    assert_eq!(claims["user_metadata"]["firstName"], "Marie");

    let session = claims["session_id"].as_str().unwrap();
    let found = "select count(*) from auth.sessions where id = $1::text::uuid";
    let found: i64 = database.client().await.query_one(found, &[&session]).await.unwrap().get(0);
    assert_eq!(found, 1);
}
