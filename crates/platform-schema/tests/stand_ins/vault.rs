//! `supabase_vault`.

use crate::{error, rows};
use test_db::Database;

#[tokio::test]
async fn secrets_are_encrypted_and_read_through_the_view() {
    let database = Database::platform().await;
    let client = database.client().await;
    let made = "select vault.create_secret('s3cret-é', 'key', 'for tests') is not null; \
                select vault.create_secret('') is not null";
    assert_eq!(rows(&client, made).await, ["t"]);
    let read = "select name, description, decrypted_secret from vault.decrypted_secrets order by name";
    assert_eq!(rows(&client, read).await, ["key|for tests|s3cret-é", "null||"]);
    let plain = "select count(*) from vault.secrets where secret like '%s3cret%'
                   or encode(decode(secret, 'base64'), 'escape') like '%s3cret%'";
    assert_eq!(rows(&client, plain).await, ["0"]);
    client
        .batch_execute("select vault.update_secret(id, 'other', new_description => '') from vault.secrets where name = 'key'")
        .await
        .unwrap();
    assert_eq!(rows(&client, read).await[0], "key||other");
    assert!(error(&client, "select vault.create_secret('x', 'key')").await.contains("duplicate key"));
}

#[tokio::test]
async fn a_changed_or_moved_secret_is_not_read() {
    let database = Database::platform().await;
    let client = database.client().await;
    client
        .batch_execute("select vault.create_secret('a', 'a'), vault.create_secret('b', 'b')")
        .await
        .unwrap();
    let read = "select decrypted_secret from vault.decrypted_secrets where name = 'a'";
    let moved = "update vault.secrets set secret = (select secret from vault.secrets where name = 'b'),
                   nonce = (select nonce from vault.secrets where name = 'b') where name = 'a'";
    client.batch_execute(moved).await.unwrap();
    let expected = "the secret was changed, or sealed with the key of another server";
    assert_eq!(error(&client, read).await, expected);
    let flipped = "update vault.secrets set secret =
                     encode(set_byte(decode(secret, 'base64'), 20, 255 - get_byte(decode(secret, 'base64'), 20)), 'base64')";
    client.batch_execute(flipped).await.unwrap();
    let of_b = "select decrypted_secret from vault.decrypted_secrets where name = 'b'";
    assert_eq!(error(&client, of_b).await, expected);
}

#[tokio::test]
async fn the_vault_is_closed_to_the_roles_of_the_api() {
    let database = Database::platform().await;
    let client = database.client().await;
    client.batch_execute("select vault.create_secret('a', 'a')").await.unwrap();
    for role in ["anon", "authenticated"] {
        client.batch_execute(&format!("set role {role}")).await.unwrap();
        for call in [
            "select vault.create_secret('x')",
            "select * from vault.secrets",
            "select vault._keep_root_key()",
        ] {
            let denied = error(&client, call).await;
            assert!(denied.starts_with("permission denied"), "{role}: {denied}");
        }
    }
    client.batch_execute("set role service_role").await.unwrap();
    assert_eq!(rows(&client, "select decrypted_secret from vault.decrypted_secrets").await, ["a"]);
    assert!(error(&client, "select vault._keep_root_key()").await.starts_with("permission denied"));
}
