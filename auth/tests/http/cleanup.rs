//! Rows that nothing reads any more are deleted after requests, those that are still usable stay.

use super::*;

const TIMEBOX: (&str, &str) = ("GOTRUE_SESSIONS_TIMEBOX", "48h");
const INACTIVITY: (&str, &str) = ("GOTRUE_SESSIONS_INACTIVITY_TIMEOUT", "12h");

/// A person, and rows of which those that are named `old` are obsolete.
const ROWS: &str = "
    insert into auth.users (id, email, aud, role) values
      ('00000000-0000-4000-8000-000000000001', 'luca@exemple.fr', 'authenticated', 'authenticated');
    insert into auth.sessions (id, user_id, created_at, refreshed_at, not_after, user_agent)
    select gen_random_uuid(), '00000000-0000-4000-8000-000000000001', now() - created, refreshed, not_after, name
    from (values
      ('kept', interval '1 hour', null::timestamp, null::timestamptz),
      ('kept, ended today', '40 hours', now() at time zone 'utc', now() - interval '1 hour'),
      ('old, ended', '40 hours', now() at time zone 'utc', now() - interval '25 hours'),
      ('old, by its timebox', '73 hours', now() at time zone 'utc', null),
      ('kept, in use', '60 hours', now() at time zone 'utc', null),
      ('old, not refreshed for long', '60 hours', now() at time zone 'utc' - interval '37 hours', null),
      ('old, never refreshed', '37 hours', null, null)
    ) s (name, created, refreshed, not_after);
    insert into auth.refresh_tokens (token, user_id, session_id, revoked, updated_at)
    select name, '00000000-0000-4000-8000-000000000001', (select id from auth.sessions where user_agent = 'kept'),
      revoked, now() - age
    from (values
      ('kept', false, interval '100 days'),
      ('kept, used today', true, '23 hours'),
      ('old, used', true, '25 hours')
    ) t (name, revoked, age);
    insert into auth.refresh_tokens (token, user_id, session_id, revoked, updated_at)
    select 'old ' || n, '00000000-0000-4000-8000-000000000001', null, true, now() - interval '2 days'
    from generate_series(1, 250) n;
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at)
    select gen_random_uuid(), '00000000-0000-4000-8000-000000000001', kind::auth.one_time_token_type, name, name,
      now() at time zone 'utc' - age
    from (values
      ('recovery_token', 'kept', interval '24 hours'),
      ('confirmation_token', 'old', '49 hours')
    ) t (kind, name, age);
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
    select id::uuid, '00000000-0000-4000-8000-000000000001', name, 'totp', status::auth.factor_status, now() - age, now()
    from (values
      ('00000000-0000-4000-8000-000000000011', 'kept', 'verified', interval '2 days'),
      ('00000000-0000-4000-8000-000000000012', 'kept, new', 'unverified', '1 hour'),
      ('00000000-0000-4000-8000-000000000013', 'old', 'unverified', '2 days')
    ) f (id, name, status, age);
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code)
    select gen_random_uuid(), '00000000-0000-4000-8000-000000000011', now() - age, '127.0.0.1', name
    from (values ('kept', interval '1 hour'), ('old', '25 hours')) c (name, age);";

/// The names of the rows that are left, by table.
const LEFT: &str = "
    select format('%s: %s', kind, name) from (
      select 'session' as kind, user_agent as name from auth.sessions where user_agent ~ '^(kept|old)'
      union all select 'refresh token', token from auth.refresh_tokens where token ~ '^(kept|old)'
      union all select 'code', token_hash from auth.one_time_tokens
      union all select 'factor', friendly_name from auth.mfa_factors
      union all select 'challenge', otp_code from auth.mfa_challenges
    ) row order by 1";

async fn left(stage: &Stage) -> Vec<String> {
    let rows = stage.database.client().await.query(LEFT, &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// Signs a person up, and waits for the end of the round that this starts.
async fn clean_up(stage: &Stage, last: &str) {
    stage.sign_up(EMAIL).await;
    stage.service.wait_for_log(|line| line["rows"] == last && line["count"].is_u64()).await;
}

#[tokio::test]
async fn a_change_deletes_what_nothing_reads_any_more() {
    let stage = Stage::start_with(&[
        ("GOTRUE_DB_CLEANUP_ENABLED", "true"),
        ("GOTRUE_MAILER_OTP_EXP", "86400"),
        TIMEBOX,
        INACTIVITY,
    ])
    .await;
    stage.execute(ROWS).await;
    clean_up(&stage, "InactiveSessions").await;
    let expected = [
        "challenge: kept",
        "code: kept",
        "factor: kept",
        "factor: kept, new",
        "refresh token: kept",
        "refresh token: kept, used today",
        "session: kept",
        "session: kept, ended today",
        "session: kept, in use",
    ];
    assert_eq!(left(&stage).await, expected);
    let accounts = stage.count("select count(*) from auth.users").await;
    assert_eq!(accounts, 2, "accounts stay");
}

#[tokio::test]
async fn without_limits_of_sessions_only_ended_ones_are_deleted() {
    let stage = Stage::start_with(&[("GOTRUE_DB_CLEANUP_ENABLED", "true")]).await;
    stage.execute(ROWS).await;
    clean_up(&stage, "UnverifiedFactors").await;
    let sessions = "select count(*) from auth.sessions where user_agent ~ '^(kept|old)'";
    assert_eq!(stage.count(sessions).await, 6, "{:?}", left(&stage).await);
}

#[tokio::test]
async fn rows_that_another_transaction_has_locked_stay() {
    let stage = Stage::start_with(&[("GOTRUE_DB_CLEANUP_ENABLED", "true")]).await;
    stage.execute(ROWS).await;
    let other = stage.database.client().await;
    other
        .batch_execute("begin; select from auth.refresh_tokens where token = 'old, used' for update")
        .await
        .unwrap();
    clean_up(&stage, "UnverifiedFactors").await;
    other.batch_execute("rollback").await.unwrap();
    let tokens = "select count(*) from auth.refresh_tokens where token ~ '^old'";
    assert_eq!(stage.count(tokens).await, 1, "{:?}", left(&stage).await);
}

#[tokio::test]
async fn by_default_nothing_is_deleted() {
    let stage = Stage::start().await;
    stage.execute(ROWS).await;
    stage.sign_up(EMAIL).await;
    // A service that starts later has deleted rows before this one could be late.
    let enabled = [("GOTRUE_DB_CLEANUP_ENABLED", "true"), ("GOTRUE_MAILER_AUTOCONFIRM", "true")];
    let later = Service::start_with(env!("CARGO_BIN_EXE_auth"), &stage.database, &enabled).await;
    let registration = json!({ "email": "ange@exemple.fr", "password": PASSWORD });
    later.client().post("/signup", registration).await.expect(200);
    later.wait_for_log(|line| line["rows"] == "UnverifiedFactors").await;
    assert!(stage.service.log().iter().all(|line| line["rows"].is_null()));
}

/// The scan of each statement, for tables of which most rows are not obsolete.
#[tokio::test]
async fn the_rows_are_found_by_an_index() {
    let stage = Stage::start().await;
    let client = stage.database.client().await;
    client
        .batch_execute("set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off")
        .await
        .unwrap();
    for (table, condition, order) in [
        ("refresh_tokens", "revoked and updated_at < now()", "updated_at"),
        ("sessions", "not_after < now()", "not_after"),
        ("sessions", "created_at < now()", "created_at"),
        ("one_time_tokens", "created_at < now() at time zone 'utc'", "created_at"),
        ("mfa_challenges", "created_at < now()", "created_at"),
        ("mfa_factors", "status = 'unverified' and created_at < now()", "created_at"),
    ] {
        let query = format!(
            "explain select id from auth.{table} where {condition} order by {order} limit 100 for update skip locked"
        );
        let plan = client.query(&query, &[]).await.unwrap();
        let plan: Vec<String> = plan.iter().map(|row| row.get(0)).collect();
        assert!(plan.iter().any(|line| line.contains("Index Scan")), "{plan:#?}");
        assert!(!plan.iter().any(|line| line.contains("Sort")), "{plan:#?}");
    }
}
