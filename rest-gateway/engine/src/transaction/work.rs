//! Puts together what a transaction consists of: its modes, whose it is, what SQL may see, and how it ends.

use super::run::Work;
use super::settings::{RequestSettings, Role};
use crate::answer::ClientAnswerBudget;
use crate::api_request::{ApiRequest, TransactionEnd};
use crate::auth::Identity;
use crate::client::ClientKey;
use crate::engine::State;
use crate::isolation::Isolation;
use crate::plan::{QueryPlan, ResultRules};
use crate::query::{Main, accessible, begin, call_by_name, end, statements, statements_without_rows};
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
        let keeps_statements = state.config.db_prepared_statements;
        Work {
            begin: begin(isolation, read_only),
            // A pooler may give each transaction another connection, whose defaults are unknown.
            implicit: isolation == Isolation::ReadCommitted && commits && keeps_statements,
            settings: state.settings.statement(&state.config, role, &settings),
            pre_request: state.config.db_pre_request.as_deref().map(call_by_name),
            main,
            estimate: None,
            read_only,
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
    let of_routine = routine.and_then(|routine| routine.isolation);
    of_routine.or(role.settings.isolation).unwrap_or(Isolation::ReadCommitted)
}

fn commits(state: &State, request: &ApiRequest) -> bool {
    match request.preferences.transaction {
        Some(end) => end == TransactionEnd::Commit,
        None => !state.config.db_tx_end.rolls_back(),
    }
}
