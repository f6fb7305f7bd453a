//! A dump of a hosted project's `auth` schema, in the form of `pg_dump`, restores into a migrated database, and its people
//! sign in with what they had.

use super::*;
use futures_util::SinkExt;
use ring::{digest, hmac};

/// The schema half. Its types, tables and names are those of a hosted project; bodies and comments are not.
const SCHEMA: &str = include_str!("hosted_schema.sql");
/// The data half.
const DUMP: &str = include_str!("hosted_dump.sql");
/// Roles of hosted projects that may be missing here. A statement that names one then has no effect.
const FOREIGN_ROLES: [&str; 3] = ["supabase_admin", "dashboard_user", "postgres"];

/// Runs the schema half as `psql` does, which continues after an error. Returns the errors, except those about objects
/// that exist already.
async fn restore_schema(stage: &Stage) -> Vec<String> {
    let client = stage.database.client().await;
    let mut errors = Vec::new();
    for statement in statements(SCHEMA) {
        let Err(error) = client.batch_execute(&statement).await else { continue };
        let message =
            error.as_db_error().map_or_else(|| error.to_string(), |error| error.message().to_owned());
        let is_there = message.contains("already exists") || message.starts_with("multiple primary keys for");
        let names_role = |role: &&str| message == format!("role \"{role}\" does not exist");
        if !is_there && !FOREIGN_ROLES.iter().any(names_role) {
            errors.push(format!("{message}: {statement}"));
        }
    }
    errors
}

/// The statements of a script, each with the lines from its first one to that of its semicolon.
fn statements(script: &str) -> Vec<String> {
    let mut statements = vec![String::new()];
    let mut is_body = false;
    for line in script.lines().filter(|line| !line.starts_with("--")) {
        let Some(statement) = statements.last_mut() else { continue };
        statement.push_str(line);
        statement.push('\n');
        is_body ^= line.contains("$$");
        if !is_body && line.ends_with(';') {
            statements.push(String::new());
        }
    }
    statements.retain(|statement| !statement.trim().is_empty());
    statements
}

/// All rows of all tables of the schema, as one digest, and its columns as another.
async fn fingerprint(stage: &Stage) -> (String, String) {
    let client = stage.database.client().await;
    let tables =
        "select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'auth' order by 1";
    let mut rows = String::new();
    for table in client.query(tables, &[]).await.unwrap() {
        let table: String = table.get(0);
        let digest =
            format!("select coalesce(md5(string_agg(t::text, ';' order by t::text)), '') from {table} t");
        let digest: String = client.query_one(&digest, &[]).await.unwrap().get(0);
        rows.push_str(&format!("{table} {digest}\n"));
    }
    let columns = "select string_agg(concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default), ';'
                   order by table_name, column_name) from information_schema.columns where table_schema = 'auth'";
    (rows, client.query_one(columns, &[]).await.unwrap().get(0))
}

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
async fn the_schema_of_a_dump_changes_nothing() {
    let stage = Stage::start().await;
    let (_, columns) = fingerprint(&stage).await;
    assert_eq!(restore_schema(&stage).await, [""; 0]);
    restore(&stage).await;
    let before = fingerprint(&stage).await;
    assert_eq!(before.1, columns);
    assert!(before.0.contains("auth.users "), "{}", before.0);
    // Restored again over its own data.
    assert_eq!(restore_schema(&stage).await, [""; 0]);
    assert_eq!(fingerprint(&stage).await, before);
    stage.sign_in("bcrypt@exemple.fr", PASSWORD).await.expect(200);
    stage.sign_up(EMAIL).await;
}

#[tokio::test]
async fn people_of_a_dump_sign_in_with_their_second_factor() {
    let stage = Stage::start().await;
    restore(&stage).await;
    let session = stage.sign_in("totp@exemple.fr", PASSWORD).await.expect(200).body;
    assert_eq!(claims(text(&session, "/access_token"))["aal"], "aal1");
    let person = stage.as_person(&session);
    let factor = "/factors/c5555555-2b3c-4d5e-8f70-1a2b3c4d5e05";
    let challenge = person.post(&format!("{factor}/challenge"), json!({})).await.expect(200).body;
    let code = totp::code("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", 0);
    let answer = json!({ "challenge_id": challenge["id"], "code": code });
    let raised = person.post(&format!("{factor}/verify"), answer).await.expect(200).body;
    let claims = claims(text(&raised, "/access_token"));
    assert_eq!((&claims["aal"], &claims["amr"][0]["method"]), (&json!("aal2"), &json!("totp")));
}

/// A token of algorithm 2 as a hosted project has issued it: a version, the session, the counter, 16 bytes of an HMAC, and
/// 4 bytes of a checksum.
fn counter_token(session: [u8; 16], counter: u8) -> String {
    use base64::Engine as _;
    let key: Vec<u8> = (0..32).collect();
    let mut token = [&[0], &session[..], &[counter]].concat();
    let signature = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &key), &token);
    token.extend_from_slice(&signature.as_ref()[..16]);
    let checksum = digest::digest(&digest::SHA256, &token);
    token.extend_from_slice(&checksum.as_ref()[..4]);
    base64::prelude::BASE64_URL_SAFE_NO_PAD.encode(token)
}

#[tokio::test]
async fn a_session_of_a_dump_goes_on_with_its_signed_counter() {
    let stage = Stage::start().await;
    restore(&stage).await;
    let id = [0xb2, 0x22, 0x22, 0x22, 0x4a, 0x5e, 0x4f, 0x60, 0x8a, 0x7b, 0x1c, 0x2d, 0x3e, 0x4f, 0x5a, 0x02];
    let refreshed = stage.refresh(&counter_token(id, 5)).await.expect(200);
    assert_eq!(refreshed.body["user"]["email"], "argon2i@exemple.fr");
    assert_eq!(text(&refreshed.body, "/refresh_token"), counter_token(id, 6));
    let forged = counter_token([0xb2; 16], 5);
    stage.refresh(&forged).await.expect(400);
}

#[tokio::test]
async fn the_passkeys_and_keys_of_a_dump_are_kept() {
    let stage = Stage::start_with(&[
        ("GOTRUE_PASSKEY_ENABLED", "true"),
        ("GOTRUE_WEBAUTHN_RP_ID", "exemple.fr"),
        ("GOTRUE_WEBAUTHN_RP_DISPLAY_NAME", "Exemple"),
        ("GOTRUE_WEBAUTHN_RP_ORIGINS", "https://exemple.fr"),
    ])
    .await;
    restore(&stage).await;
    // A session at the second level, which `/passkeys` asks of an account with factors.
    let session = stage.refresh("klmnopqrst34").await.expect(200).body;
    let passkeys = stage.as_person(&session).get("/passkeys").await.expect(200).body;
    assert_eq!(passkeys[0]["friendly_name"], "iPhone");
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    let names: Vec<_> = user["factors"].as_array().unwrap().iter().map(|it| &it["friendly_name"]).collect();
    assert_eq!(names, ["Phone", "Laptop"]);
    let kept = "select count(*) from auth.webauthn_credentials
                where credential_id = '\\x01020304' and public_key = '\\xa5010203262001' and sign_count = 7";
    assert_eq!(stage.count(kept).await, 1);
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
