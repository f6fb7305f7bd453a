//! A dump of a hosted project's `auth` schema, as `supabase db dump --data-only --use-copy` writes it, restores into a
//! migrated database, and its people sign in with what they had.

use super::*;
use futures_util::SinkExt;

const DUMP: &str = include_str!("hosted_dump.sql");

/// Runs the dump as `psql` would: statements in their order, and rows after each `COPY`.
async fn restore(stage: &Stage) {
    let dump = DUMP.replace("@BCRYPT@", &bcrypt::hash(PASSWORD, 6).unwrap());
    let client = stage.database.client().await;
    let mut statements = String::new();
    let mut lines = dump.lines();
    while let Some(line) = lines.next() {
        if !line.starts_with("COPY ") {
            statements.push_str(line);
            statements.push('\n');
            continue;
        }
        client.batch_execute(&std::mem::take(&mut statements)).await.unwrap();
        let rows: String =
            lines.by_ref().take_while(|row| *row != r"\.").flat_map(|row| [row, "\n"]).collect();
        let mut sink = std::pin::pin!(client.copy_in(line).await.unwrap());
        sink.send(actix_web::web::Bytes::from(rows)).await.unwrap();
        sink.as_mut().finish().await.unwrap();
    }
    client.batch_execute(&statements).await.unwrap();
}

#[tokio::test]
async fn people_of_a_dump_sign_in_with_the_password_that_they_had() {
    let stage = Stage::start().await;
    restore(&stage).await;
    for (email, password) in [
        ("bcrypt@exemple.fr", PASSWORD),
        ("argon2i@exemple.fr", "password"),
        ("argon2id@exemple.fr", "password"),
        ("firebase@exemple.fr", "user1password"),
        ("totp@exemple.fr", PASSWORD),
    ] {
        stage.sign_in(email, "another-password").await.expect(400);
        let session = stage.sign_in(email, password).await.expect(200).body;
        assert_eq!(session["user"]["created_at"], "2024-03-01T10:00:00Z", "{email}");
        // The sign-in has renewed the hash.
        stage.sign_in(email, password).await.expect(200);
    }
    let current =
        "select count(*) from auth.users where encrypted_password like '$argon2id$v=19$m=19456,t=2,p=1$%'";
    assert_eq!(stage.count(current).await, 5);
}

#[tokio::test]
async fn people_of_a_dump_go_on_with_the_session_that_they_had() {
    let stage = Stage::start().await;
    restore(&stage).await;
    let session = stage.refresh("abcdefghij12").await.expect(200).body;
    let first = claims(text(&session, "/access_token"));
    assert_eq!(first["session_id"], "b1111111-4a5e-4f60-8a7b-1c2d3e4f5a01");
    assert_eq!((&first["aal"], &first["user_metadata"]["city"]), (&json!("aal1"), &json!("Corte")));
    stage.as_person(&session).get("/user").await.expect(200);

    let session = stage.refresh("klmnopqrst34").await.expect(200).body;
    let second = claims(text(&session, "/access_token"));
    assert_eq!((&second["aal"], &second["amr"][0]["method"]), (&json!("aal2"), &json!("totp")));
}

#[tokio::test]
async fn an_account_can_be_created_with_a_hash_of_firebase() {
    let stage = Stage::start().await;
    let hash = DUMP.split('\t').find(|field| field.starts_with("$fbscrypt$")).unwrap();
    let body = json!({ "email": EMAIL, "password_hash": hash, "email_confirm": true });
    stage.as_admin().post("/admin/users", body).await.expect(200);
    stage.sign_in(EMAIL, "user1password").await.expect(200);
    let costly = hash.replace("n=14", "n=31");
    let body = json!({ "email": "a@exemple.fr", "password_hash": costly });
    stage.as_admin().post("/admin/users", body).await.expect(400);
}
