//! Accounts of a hosted project: rows as a dump of its `auth` schema has them.

use super::*;

/// The hash of `maquis-2026`, as a hosted project has it.
fn bcrypt_hash() -> String {
    bcrypt::hash(PASSWORD, 6).unwrap()
}

#[tokio::test]
async fn a_restored_account_signs_in_with_its_password_and_with_its_refresh_token() {
    let stage = Stage::start().await;
    // The columns in the order in which `pg_dump` writes them. No default of this database fills one.
    let dump = format!(
        r#"
        insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
          confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new,
          email_change, email_change_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin,
          created_at, updated_at, phone, phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at,
          email_change_token_current, email_change_confirm_status, banned_until, reauthentication_token,
          reauthentication_sent_at, is_sso_user, deleted_at, is_anonymous)
        values ('00000000-0000-0000-0000-000000000000', '5a7f1e52-0d5a-4c5e-9a3e-6a3c1f7b2d10', 'authenticated',
          'authenticated', 'marie@exemple.fr', '{}', '2024-03-01 10:00:00+00', null, '', null, '', null, '', '', null,
          '2024-05-01 10:00:00+00', '{{"provider": "email", "providers": ["email"]}}', '{{"city": "Corte"}}', null,
          '2024-03-01 10:00:00+00', '2024-05-01 10:00:00+00', null, null, '', '', null, '', 0, null, '', null, false,
          null, false);
        insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, id)
        values ('5a7f1e52-0d5a-4c5e-9a3e-6a3c1f7b2d10', '5a7f1e52-0d5a-4c5e-9a3e-6a3c1f7b2d10',
          '{{"sub": "5a7f1e52-0d5a-4c5e-9a3e-6a3c1f7b2d10", "email": "marie@exemple.fr"}}', 'email',
          '2024-03-01 10:00:00+00', '2024-03-01 10:00:00+00', '2024-03-01 10:00:00+00',
          '0b0f6a43-3c0e-4b8e-9d0b-0d8a5f0f8a11');
        insert into auth.sessions (id, user_id, created_at, updated_at, factor_id, aal, not_after, refreshed_at,
          user_agent, ip, tag)
        values ('9f1d2c3b-4a5e-4f60-8a7b-1c2d3e4f5a6b', '5a7f1e52-0d5a-4c5e-9a3e-6a3c1f7b2d10', '2024-05-01 10:00:00+00',
          '2024-05-01 10:00:00+00', null, 'aal1', null, null, 'node', '192.0.2.1', null);
        insert into auth.refresh_tokens (instance_id, id, token, user_id, revoked, created_at, updated_at, parent, session_id)
        values ('00000000-0000-0000-0000-000000000000', 7, 'abcdefghij12', '5a7f1e52-0d5a-4c5e-9a3e-6a3c1f7b2d10', false,
          '2024-05-01 10:00:00+00', '2024-05-01 10:00:00+00', null, '9f1d2c3b-4a5e-4f60-8a7b-1c2d3e4f5a6b');
        select setval('auth.refresh_tokens_id_seq', 7, true);
        "#,
        bcrypt_hash()
    );
    stage.execute(&dump).await;

    let session = stage.sign_in(EMAIL, PASSWORD).await.expect(200).body;
    assert_eq!(session["user"]["user_metadata"]["city"], "Corte");
    assert_eq!(session["user"]["created_at"], "2024-03-01T10:00:00Z");
    let refreshed = stage.refresh("abcdefghij12").await.expect(200).body;
    assert_eq!(
        claims(text(&refreshed, "/access_token"))["session_id"],
        "9f1d2c3b-4a5e-4f60-8a7b-1c2d3e4f5a6b"
    );
    let renewed = "select count(*) from auth.users where encrypted_password like '$argon2id$%'";
    assert_eq!(stage.count(renewed).await, 1, "the sign-in renews the outdated hash");
    stage.sign_in(EMAIL, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn an_account_can_be_created_with_a_hash() {
    let stage = Stage::start().await;
    let admin = stage.as_admin();
    let body = json!({ "email": EMAIL, "password_hash": bcrypt_hash(), "email_confirm": true });
    admin.post("/admin/users", body).await.expect(200);
    stage.sign_in(EMAIL, PASSWORD).await.expect(200);
    let unreadable = json!({ "email": "a@exemple.fr", "password_hash": "md5:0" });
    admin.post("/admin/users", unreadable).await.expect(400);
}

#[tokio::test]
async fn concurrent_sign_ins_with_an_outdated_hash_all_succeed() {
    let stage = Stage::start().await;
    stage.sign_up(EMAIL).await;
    let outdated = bcrypt::hash(PASSWORD, 4).unwrap();
    stage.execute(&format!("update auth.users set encrypted_password = '{outdated}'")).await;
    let sign_in = || stage.sign_in(EMAIL, PASSWORD);
    let responses = tokio::join!(sign_in(), sign_in(), sign_in(), sign_in(), sign_in());
    let (a, b, c, d, e) = responses;
    assert_eq!([a, b, c, d, e].map(|response| response.status.as_u16()), [200; 5]);
}
