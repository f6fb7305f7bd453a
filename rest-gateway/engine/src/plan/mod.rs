//! Plans a request: looks every name up in the schema cache and checks the rules of the API. Does no I/O, and `query`
//! needs nothing but the plan to build the SQL.
//!
//! Depends on `api_request`, `schema_cache`, `config` and `error`.

mod aggregates;
mod call;
mod fields;
mod join;
mod mutate;
mod names;
mod negotiate;
mod planner;
mod read;
mod relationships;
mod result_rules;
mod tree;
mod values;

use std::collections::BTreeSet;

pub(crate) use call::{ArgumentValue, Arguments, CallPlan, DirectArgument};
pub(crate) use mutate::{Change, MutatePlan, OnConflict, TypedPayload};
pub(crate) use negotiate::Handler;
pub(crate) use result_rules::ResultRules;
pub(crate) use tree::{
    Embed, FilterPlan, From, JoinCondition, OrderPlan, Output, QualifiedColumn, Qualifier, ReadPlan,
    ResolvedField, SelectField, Shape,
};

use crate::api_request::{Action, ApiRequest, Explain, Invocation, MediaType, Mutation, Representation};
use crate::config::Config;
use crate::error::Error;
use crate::schema_cache::{QualifiedName, Returns, SchemaCache, Volatility};
use negotiate::AvailableMediaTypes;
use planner::Planner;
use read::Root;

#[derive(Debug)]
pub(crate) enum Plan {
    Query(Box<QueryPlan>),
    Info(Info),
    OpenApi { head: bool },
}

/// The response to OPTIONS, which needs no database.
#[derive(Debug)]
pub(crate) struct Info {
    pub allow: String,
}

#[derive(Debug)]
pub(crate) struct QueryPlan {
    pub read: ReadPlan,
    pub kind: QueryKind,
    pub media_type: MediaType,
    pub handler: Handler,
    pub read_only: bool,
    pub rules: ResultRules,
}

#[derive(Debug)]
pub(crate) enum QueryKind {
    Read { relation: QualifiedName, head: bool },
    Mutate { mutation: Mutation, change: MutatePlan },
    Call { call: CallPlan, head: bool },
}

impl QueryPlan {
    pub fn call(&self) -> Option<&CallPlan> {
        match &self.kind {
            QueryKind::Call { call, .. } => Some(call),
            _ => None,
        }
    }

    /// The verb of the statement; a function is called by SELECT.
    pub fn operation(&self) -> &'static str {
        match &self.kind {
            QueryKind::Read { .. } | QueryKind::Call { .. } => "SELECT",
            QueryKind::Mutate { mutation, .. } => match mutation {
                Mutation::Insert | Mutation::Put => "INSERT",
                Mutation::Update => "UPDATE",
                Mutation::Delete => "DELETE",
            },
        }
    }

    /// Set when the client requested the execution plan instead of the rows.
    pub fn explain(&self) -> Option<&Explain> {
        match &self.media_type {
            MediaType::Plan(explain) => Some(explain),
            _ => None,
        }
    }
}

/// # Errors
/// When a name is unknown or ambiguous (PGRST2xx), or the request violates a rule of the API (PGRST1xx).
pub(crate) fn plan(request: &ApiRequest, cache: &SchemaCache, config: &Config) -> Result<Plan, Error> {
    let planner = Planner { cache, config, request };
    let plan = match &request.action {
        Action::Read { relation, head } => planner.read(relation, *head)?,
        Action::Mutate { relation, mutation } => planner.mutate(relation, *mutation)?,
        Action::Call { function, how } => planner.call(function, *how)?,
        Action::Root { head } => {
            negotiate::negotiate_root(&request.accept)?;
            Plan::OpenApi { head: *head }
        }
        Action::RelationOptions { relation } => planner.relation_options(relation)?,
        Action::FunctionOptions { function } => planner.function_options(function)?,
        Action::RootOptions => Plan::Info(Info { allow: "OPTIONS,GET,HEAD".to_owned() }),
    };
    Ok(plan)
}

impl Planner<'_> {
    fn read(&self, relation: &str, head: bool) -> Result<Plan, Error> {
        let table = self.cache.require_table(&self.request.schema, relation)?;
        let read = self.read_plan(&table.name, Root::Relation, &[])?;
        let (media_type, handler) = self.negotiate(&read, None)?;
        let handler = if head { Handler::None } else { handler };
        let kind = QueryKind::Read { relation: table.name.clone(), head };
        Ok(self.query(read, kind, media_type, handler, true))
    }

    fn mutate(&self, relation: &str, mutation: Mutation) -> Result<Plan, Error> {
        let table = self.cache.require_table(&self.request.schema, relation)?;
        let read = self.read_plan(&table.name, Root::Written, &[])?;
        let change = self.mutate_plan(mutation, table, &read)?;
        let (media_type, handler) = self.negotiate(&read, None)?;
        let returns_rows = self.request.preferences.representation == Some(Representation::Full);
        let handler = if returns_rows { handler } else { Handler::None };
        let kind = QueryKind::Mutate { mutation, change };
        Ok(self.query(read, kind, media_type, handler, false))
    }

    fn call(&self, function: &str, how: Invocation) -> Result<Plan, Error> {
        let (call, read) = self.call_plan(function, how)?;
        if self.request.preferences.affected_bound().is_some() && !call.routine.returns.set {
            return Err(Error::MaxAffectedSingle);
        }
        let (media_type, handler) = self.negotiate(&read, Some(&call.routine.returns))?;
        let head = how == Invocation::Head;
        let handler = if head || call.routine.returns_void() { Handler::None } else { handler };
        let read_only = how != Invocation::Post || call.routine.volatility != Volatility::Volatile;
        let kind = QueryKind::Call { call, head };
        Ok(self.query(read, kind, media_type, handler, read_only))
    }

    fn query(
        &self,
        read: ReadPlan,
        kind: QueryKind,
        media_type: MediaType,
        handler: Handler,
        read_only: bool,
    ) -> Plan {
        let rules = self.result_rules(&kind, &media_type);
        Plan::Query(Box::new(QueryPlan { read, kind, media_type, handler, read_only, rules }))
    }

    fn result_rules(&self, kind: &QueryKind, media_type: &MediaType) -> ResultRules {
        let is_put = matches!(kind, QueryKind::Mutate { mutation: Mutation::Put, .. });
        // The payload bounds an insert; only the rows that an update, a delete or a call finds are unbounded.
        let is_bounded = match kind {
            QueryKind::Mutate { mutation, .. } => matches!(mutation, Mutation::Update | Mutation::Delete),
            QueryKind::Call { .. } => true,
            QueryKind::Read { .. } => false,
        };
        ResultRules {
            // EXPLAIN of a write returns no rows to check.
            put: is_put && !matches!(media_type, MediaType::Plan(_)),
            singular: matches!(media_type, MediaType::Object { .. }),
            max_affected: self.request.preferences.affected_bound().filter(|_| is_bounded),
        }
    }

    fn negotiate(&self, read: &ReadPlan, returns: Option<&Returns>) -> Result<(MediaType, Handler), Error> {
        let preferences = &self.request.preferences;
        if preferences.is_strict() && !preferences.unknown.is_empty() {
            return Err(Error::Preferences(preferences.unknown.clone()));
        }
        let returns = returns.filter(|_| read.selects_whole_rows());
        let is_relation = read.selects_whole_rows() && returns.is_none_or(|returns| returns.composite);
        let relation = Some(&read.table).filter(|_| is_relation);
        let explains = self.config.db_plan_enabled;
        let available =
            AvailableMediaTypes { handlers: &self.cache.media_handlers, relation, returns, explains };
        negotiate::negotiate(&self.request.accept, &available)
    }

    fn relation_options(&self, relation: &str) -> Result<Plan, Error> {
        let table = self.cache.require_table(&self.request.schema, relation)?;
        let mut allow = vec!["OPTIONS,GET,HEAD"];
        if table.insertable {
            allow.push("POST");
        }
        if table.insertable && table.updatable && !table.primary_key.is_empty() {
            allow.push("PUT");
        }
        if table.updatable {
            allow.push("PATCH");
        }
        if table.deletable {
            allow.push("DELETE");
        }
        Ok(Plan::Info(Info { allow: allow.join(",") }))
    }

    fn function_options(&self, function: &str) -> Result<Plan, Error> {
        let keys: BTreeSet<&str> = self.request.query.arguments.iter().map(|(key, _)| key.as_str()).collect();
        let routine = self.find_routine(function, &keys, Invocation::Get)?;
        let allow = match routine.volatility {
            Volatility::Volatile => "OPTIONS,POST",
            Volatility::Stable | Volatility::Immutable => "OPTIONS,GET,HEAD,POST",
        };
        Ok(Plan::Info(Info { allow: allow.to_owned() }))
    }
}
