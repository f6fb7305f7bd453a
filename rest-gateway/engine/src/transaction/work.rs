//! Puts together what a transaction consists of: its modes, whose it is, what SQL may see, and how it ends.

use std::time::Duration;

use super::deadline::parse_timeout;
use super::run::Work;
use crate::answer::ClientAnswerBudget;
use crate::api_request::{ApiRequest, TransactionEnd};
use crate::auth::Identity;
use crate::client::ClientKey;
use crate::engine::State;
use crate::isolation::Isolation;
use crate::plan::{QueryPlan, ResultRules};
use crate::query::{
    Main, Setting, Sql, accessible, begin, call_by_name, end, search_path, settings, statements,
    statements_without_rows,
};
use crate::schema_cache::Routine;

/// What writes the rows of an answer as JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyBuilder {
    /// The engine, where it can.
    Engine,
    /// Postgres. The body arrives as one value, which may be larger than memory.
    Postgres,
}

/// The request and everything that its transaction depends on.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    pub state: &'a State,
    pub request: &'a ApiRequest,
    pub identity: &'a Identity,
    pub client: ClientKey,
    pub budget: &'a ClientAnswerBudget,
}

impl Given<'_> {
    pub fn work(self, plan: &QueryPlan, builder: BodyBuilder) -> Work {
        let Given { state, request, .. } = self;
        let preferences = &request.preferences;
        // The columns of rows are known only of statements that are kept.
        let by_engine = builder == BodyBuilder::Engine && state.config.db_prepared_statements;
        let build = if by_engine { statements } else { statements_without_rows };
        let statements = build(plan, preferences.count, preferences.representation, state.config.db_max_rows);
        let routine = plan.call().map(|call| call.routine.as_ref());
        Work {
            estimate: statements.estimate,
            rules: plan.rules,
            ..self.transaction(statements.main, routine, plan.read_only)
        }
    }

    /// For the root: what the role may use of the schema.
    pub fn root_work(self) -> Work {
        self.transaction(Main::Row(accessible(&self.request.schema)), None, true)
    }

    fn transaction(self, main: Main, routine: Option<&Routine>, read_only: bool) -> Work {
        let Given { state, request, identity, client, budget } = self;
        let isolation = isolation(state, identity, routine);
        let commits = commits(state, request);
        let keeps_statements = state.config.db_prepared_statements;
        Work {
            begin: begin(isolation, read_only),
            // A pooler may give each transaction another connection, whose defaults are unknown.
            implicit: isolation == Isolation::ReadCommitted && commits && keeps_statements,
            settings: settings_of(state, request, identity, routine, read_only),
            pre_request: state.config.db_pre_request.as_deref().map(call_by_name),
            main,
            estimate: None,
            read_only,
            rules: ResultRules::default(),
            end: end(commits),
            client,
            timeout: statement_timeout(state, identity, routine).unwrap_or(state.config.db_query_timeout),
            anonymous: state.authenticator.is_anonymous(&identity.role),
            keeps_statements,
            budget: budget.clone(),
        }
    }
}

fn isolation(state: &State, identity: &Identity, routine: Option<&Routine>) -> Isolation {
    let of_routine = routine.and_then(|routine| routine.isolation);
    let of_role = state.roles.get(&identity.role).and_then(|role| role.isolation);
    of_routine.or(of_role).unwrap_or(Isolation::ReadCommitted)
}

/// The `statement_timeout` that the routine or the role brings along, which the settings of the transaction apply: the
/// inner `None` is no limit. The outer one means that neither has one.
fn statement_timeout(
    state: &State,
    identity: &Identity,
    routine: Option<&Routine>,
) -> Option<Option<Duration>> {
    let of_routine = routine.into_iter().flat_map(|routine| &routine.settings);
    let of_role = state.roles.get(&identity.role).into_iter().flat_map(|role| &role.pairs);
    // Settings are applied in this order: the last one counts.
    let mut timeouts =
        of_role.chain(of_routine).filter(|(name, _)| name.eq_ignore_ascii_case("statement_timeout"));
    timeouts.next_back().map(|(_, value)| parse_timeout(value))
}

fn commits(state: &State, request: &ApiRequest) -> bool {
    match request.preferences.transaction {
        Some(end) => end == TransactionEnd::Commit,
        None => !state.config.db_tx_end.rolls_back(),
    }
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
    let mut all = vec![Setting::Verbatim("search_path", &path)];
    if let Some(role) = state.roles.get(&identity.role) {
        all.extend(role.pairs.iter().map(normalized));
    }
    if statement_timeout(state, identity, routine).is_none()
        && let Some(timeout) = state.config.db_query_timeout
    {
        all.push(Setting::MaxStatementTimeout(timeout.as_millis()));
    }
    all.extend([
        Setting::Verbatim("role", &identity.role),
        Setting::Verbatim("request.jwt.claims", &identity.claims),
        Setting::Verbatim("request.method", &context.method),
        Setting::Verbatim("request.path", &context.path),
        Setting::Verbatim("request.headers", &context.headers),
        Setting::Verbatim("request.cookies", &context.cookies),
    ]);
    if read_only {
        all.push(Setting::Verbatim("transaction_read_only", "on"));
    }
    if let Some(timezone) = &request.preferences.timezone {
        all.push(Setting::Normalized("timezone", timezone));
    }
    if let Some(routine) = routine {
        all.extend(routine.settings.iter().map(normalized));
    }
    all.extend(state.config.app_settings.iter().map(|(name, value)| Setting::Verbatim(name, value)));
    settings(all)
}

fn normalized((name, value): &(String, String)) -> Setting<'_> {
    Setting::Normalized(name, value)
}
