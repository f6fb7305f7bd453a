//! Builds the transaction of a request: its modes, its settings, its statements and its end.

use super::settings::{RequestSettings, Role};
use super::work::Work;
use crate::answer::ClientAnswerBudget;
use crate::api_request::{ApiRequest, TransactionEnd};
use crate::auth::Identity;
use crate::client::ClientKey;
use crate::isolation::Isolation;
use crate::plan::{QueryPlan, ResultRules};
use crate::query::{Main, accessible, begin, call_by_name, end, statements, statements_without_rows};
use crate::schema_cache::{Routine, Volatility};
use crate::state::State;

/// The place where the rows of a response are encoded as JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonEncoder {
    /// In the engine, for queries and types that it supports.
    Engine,
    /// In Postgres. The body arrives as one value, which may be larger than memory.
    Postgres,
}

/// A request with everything that its transaction depends on.
#[derive(Clone, Copy)]
pub(crate) struct TransactionBuilder<'a> {
    pub state: &'a State,
    pub request: &'a ApiRequest,
    pub identity: &'a Identity,
    pub client: ClientKey,
    pub budget: &'a ClientAnswerBudget,
}

impl TransactionBuilder<'_> {
    pub fn query(self, plan: &QueryPlan, encoder: JsonEncoder) -> Work {
        let TransactionBuilder { state, request, .. } = self;
        let preferences = &request.preferences;
        // The engine's encoder needs the column types, which only prepared statements have.
        let encodes = encoder == JsonEncoder::Engine && state.config.db_prepared_statements;
        let build = if encodes { statements } else { statements_without_rows };
        let statements = build(plan, preferences.count, preferences.representation, state.config.db_max_rows);
        let routine = plan.call().map(|call| call.routine.as_ref());
        Work {
            estimate: statements.estimate,
            rules: plan.rules,
            operation: plan.operation(),
            ..self.transaction(statements.main, routine, plan.read_only)
        }
    }

    /// For the root path: which objects of the schema the role may use.
    pub fn root(self) -> Work {
        self.transaction(Main::Row(accessible(&self.request.schema)), None, true)
    }

    fn transaction(self, main: Main, routine: Option<&Routine>, read_only: bool) -> Work {
        let TransactionBuilder { state, request, identity, client, budget } = self;
        let role = state.settings.role(&identity.role);
        let isolation = isolation(role, routine);
        let context = &request.context;
        let settings = RequestSettings {
            schema: &request.schema,
            role: &identity.role,
            claims: &identity.claims,
            method: &context.method,
            path: &context.path,
            headers: &context.headers,
            cookies: &context.cookies,
            timezone: request.preferences.timezone.as_deref(),
            read_only,
            routine,
        };
        let commits = commits(state, request);
        let has_replicas = !state.config.db_read_uris.is_empty();
        let is_volatile = routine.is_some_and(|routine| routine.volatility == Volatility::Volatile);
        let keeps_statements = state.config.db_prepared_statements;
        Work {
            begin: begin(isolation, read_only),
            // Without prepared statements there may be a pooler, which may run each transaction on another connection,
            // whose default modes are unknown.
            implicit: isolation == Isolation::ReadCommitted && commits && keeps_statements,
            settings: state.settings.statement(&state.config, role, &settings),
            pre_request: state.config.db_pre_request.as_deref().map(call_by_name),
            main,
            operation: "SELECT",
            estimate: None,
            read_only,
            // A standby has no SERIALIZABLE.
            may_run_on_replica: has_replicas
                && read_only
                && !is_volatile
                && isolation != Isolation::Serializable,
            tells_position: has_replicas && !read_only && commits,
            rules: ResultRules::default(),
            end: end(commits),
            client,
            timeout: role.statement_timeout(&state.config, routine),
            anonymous: state.authenticator.is_anonymous(&identity.role),
            keeps_statements,
            budget: budget.clone(),
        }
    }
}

fn isolation(role: &Role, routine: Option<&Routine>) -> Isolation {
    let routine_isolation = routine.and_then(|routine| routine.isolation);
    routine_isolation.or(role.settings.isolation).unwrap_or(Isolation::ReadCommitted)
}

fn commits(state: &State, request: &ApiRequest) -> bool {
    match request.preferences.transaction {
        Some(end) => end == TransactionEnd::Commit,
        None => !state.config.db_tx_end.rolls_back(),
    }
}
