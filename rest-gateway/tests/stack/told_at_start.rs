//! What `serve` tells an operator before it listens: limits that are wider than production's, and whether the connections of
//! all processes fit Postgres.

use crate::running::{PROGRAM, Place, Stack};
use std::process::Command;
use test_db::Database;

/// The public demo keys, which everybody may know.
const JWT_SECRET: &str = "super-secret-jwt-token-with-at-least-32-characters-long";
const ANON_KEY: &str = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0";

/// The log of `serve` with this configuration, up to its listening.
fn log_of(database: &Database, more: &str) -> String {
    let url = database.superuser_url();
    let place = Place::with_config(&format!(
        "[db]\nurl = \"{url}\"\n[storage]\nenabled = false\n\
         [db.passwords]\nauthenticator = \"any\"\nsupabase_auth_admin = \"any\"\nsupabase_storage_admin = \"any\"\n\
         [auth]\nenabled = false\njwt_secret = \"{JWT_SECRET}\"\nanon_key = \"{ANON_KEY}\"\n{more}"
    ));
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--port", "0", "--config", "supabase-compat.toml"]).current_dir(place.path());
    Stack::started(&place, command, "Listening on").log()
}

#[tokio::test(flavor = "multi_thread")]
async fn serve_names_the_limits_that_are_wider_than_productions() {
    let database = Database::create().await;
    let wide = log_of(&database, "[auth.rate_limit]\nsign_in_sign_ups = 60000\n");
    assert!(wide.contains("[auth.rate_limit] sign_in_sign_ups = 60000 (default 30)"), "{wide}");
    let usual = log_of(&database, "");
    assert!(!usual.contains("wider than the defaults"), "{usual}");
}

#[tokio::test(flavor = "multi_thread")]
async fn serve_tells_whether_the_connections_of_all_processes_fit_postgres() {
    let database = Database::create().await;
    let fits = log_of(&database, "[functions.user-auth]\n");
    assert!(fits.contains("all processes together hold at most 19 connections of the "), "{fits}");
    let too_many = log_of(&database, "[api]\ndb_pool = 1000\n[functions.user-auth]\n");
    assert!(too_many.contains("all processes together may want 1002 connections"), "{too_many}");
    assert!(too_many.contains("lower [api] db_pool"), "{too_many}");
}
