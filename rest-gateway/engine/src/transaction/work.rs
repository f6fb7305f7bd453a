//! Puts together what a transaction consists of: its modes, whose it is, what SQL may see, and how it ends.

use super::run::Work;
use crate::api_request::{ApiRequest, TransactionEnd};
use crate::auth::Identity;
use crate::engine::State;
use crate::plan::QueryPlan;
use crate::query::{
    Main, Sql, accessible, pre_request, search_path, settings, statements, statements_without_rows,
};
use crate::schema_cache::{Isolation, Routine};

pub(crate) fn work(state: &State, request: &ApiRequest, identity: &Identity, plan: &QueryPlan) -> Work {
    let preferences = &request.preferences;
    // The columns of rows are known only of statements that are kept.
    let build = if state.config.db_prepared_statements { statements } else { statements_without_rows };
    let statements = build(plan, preferences.count, preferences.representation, state.config.db_max_rows);
    let routine = plan.call().map(|call| call.routine.as_ref());
    Work {
        estimate: statements.estimate,
        ..given(state, request, identity, statements.main, routine, plan.read_only)
    }
}

/// For the root: what the role may use of the schema.
pub(crate) fn root_work(state: &State, request: &ApiRequest, identity: &Identity) -> Work {
    given(state, request, identity, Main::Row(accessible(&request.schema)), None, true)
}

fn given(
    state: &State,
    request: &ApiRequest,
    identity: &Identity,
    main: Main,
    routine: Option<&Routine>,
    read_only: bool,
) -> Work {
    let isolation = isolation(state, identity, routine);
    let commits = commits(state, request);
    let keeps_statements = state.config.db_prepared_statements;
    Work {
        begin: begin(isolation, read_only),
        // A pooler may give each transaction another connection, whose defaults nobody has asked for.
        implicit: isolation == Isolation::ReadCommitted && commits && keeps_statements,
        settings: settings_of(state, request, identity, routine, read_only),
        pre_request: state.config.db_pre_request.as_deref().map(pre_request),
        main,
        estimate: None,
        end: end(commits),
        anonymous: state.authenticator.is_anonymous(&identity.role),
        keeps_statements,
    }
}

fn isolation(state: &State, identity: &Identity, routine: Option<&Routine>) -> Isolation {
    let of_routine = routine.and_then(|routine| routine.isolation);
    let of_role = state.roles.get(&identity.role).and_then(|role| role.isolation);
    of_routine.or(of_role).unwrap_or(Isolation::ReadCommitted)
}

fn begin(isolation: Isolation, read_only: bool) -> Sql {
    Sql::new(match (isolation, read_only) {
        (Isolation::ReadCommitted, true) => "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY",
        (Isolation::ReadCommitted, false) => "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
        (Isolation::RepeatableRead, true) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        (Isolation::RepeatableRead, false) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE",
        (Isolation::Serializable, true) => "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY",
        (Isolation::Serializable, false) => "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE",
    })
}

fn commits(state: &State, request: &ApiRequest) -> bool {
    match request.preferences.transaction {
        Some(end) => end == TransactionEnd::Commit,
        None => !state.config.db_tx_end.rolls_back(),
    }
}

/// A transaction that is to leave nothing behind is still refused what its commit would be.
fn end(commits: bool) -> Vec<Sql> {
    let statements: &[&'static str] =
        if commits { &["COMMIT"] } else { &["SET CONSTRAINTS ALL IMMEDIATE", "ROLLBACK"] };
    statements.iter().copied().map(Sql::new).collect()
}

/// The role's own settings come before the role: the login role may be allowed to set what the role may not.
/// A transaction that nobody begins is told here that it only reads.
fn settings_of(
    state: &State,
    request: &ApiRequest,
    identity: &Identity,
    routine: Option<&Routine>,
    read_only: bool,
) -> Sql {
    let extra = state.config.db_extra_search_path.iter().map(String::as_str);
    let path = search_path([request.schema.as_str()].into_iter().chain(extra));
    let context = &request.context;
    let mut pairs: Vec<(&str, &str)> = vec![("search_path", &path)];
    if let Some(role) = state.roles.get(&identity.role) {
        pairs.extend(role.pairs.iter().map(as_strs));
    }
    pairs.extend([
        ("role", identity.role.as_str()),
        ("request.jwt.claims", &identity.claims),
        ("request.method", &context.method),
        ("request.path", &context.path),
        ("request.headers", &context.headers),
        ("request.cookies", &context.cookies),
    ]);
    if read_only {
        pairs.push(("transaction_read_only", "on"));
    }
    if let Some(timezone) = &request.preferences.timezone {
        pairs.push(("timezone", timezone));
    }
    if let Some(routine) = routine {
        pairs.extend(routine.settings.iter().map(as_strs));
    }
    pairs.extend(state.config.app_settings.iter().map(as_strs));
    settings(pairs)
}

fn as_strs((name, value): &(String, String)) -> (&str, &str) {
    (name, value)
}
