//! Warnings of `serve` before it listens: rate limits that are wider than the defaults, and too many Postgres
//! connections.

use crate::running::{DEMO_ANON_KEY, DEMO_JWT_SECRET, PROGRAM, Place, Stack};
use std::process::Command;
use test_db::Database;

/// The log of `serve` with an additional configuration, until it listens.
fn log_of(database: &Database, additional: &str) -> String {
    let url = database.superuser_url();
    let place = Place::with_config(&format!(
        "[db]\nurl = \"{url}\"\n[storage]\nenabled = false\n\
         [db.passwords]\nauthenticator = \"any\"\nsupabase_auth_admin = \"any\"\nsupabase_storage_admin = \"any\"\n\
         [realtime]\nenabled = false\n[auth]\nenabled = false\njwt_secret = \"{DEMO_JWT_SECRET}\"\nanon_key = \"{DEMO_ANON_KEY}\"\n{additional}"
    ));
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--port", "0", "--config", "supabase-compat.toml"]).current_dir(place.path());
    Stack::started(&place, command, "Listening on").log()
}

#[tokio::test(flavor = "multi_thread")]
async fn serve_warns_about_wide_rate_limits() {
    let database = Database::create().await;
    let wide = log_of(&database, "[auth.rate_limit]\nsign_in_sign_ups = 60000\n");
    assert!(wide.contains("[auth.rate_limit] sign_in_sign_ups = 60000 (default 30)"), "{wide}");
    let default = log_of(&database, "");
    assert!(!default.contains("wider than the defaults"), "{default}");
}

#[tokio::test(flavor = "multi_thread")]
async fn serve_logs_whether_all_connection_pools_fit_postgres() {
    let database = Database::create().await;
    let fits = log_of(&database, "[functions.user-auth]\n");
    assert!(fits.contains("all processes together hold at most 21 connections of the "), "{fits}");
    let too_many = log_of(&database, "[api]\ndb_pool = 1000\n[functions.user-auth]\n");
    assert!(too_many.contains("all processes together may want 1004 connections"), "{too_many}");
    assert!(too_many.contains("lower [api] db_pool"), "{too_many}");
}
