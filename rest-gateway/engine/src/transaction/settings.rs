//! Which settings (GUCs) a request's transaction makes, and in which order.
//!
//! The text of the settings statement depends on the role and on little else. It is built once for each role when the
//! configuration is loaded, because building it for every request costs more than parsing the request.

use std::sync::Arc;
use std::time::Duration;

use foldhash::HashMap;

use super::deadline::parse_timeout;
use crate::config::{Config, RoleSettings, RolesSettings};
use crate::query::{Setting, Sql, search_path, setting_values, settings};
use crate::schema_cache::Routine;

/// The settings of all roles, with the texts of their statements.
pub(crate) struct TransactionSettings {
    roles: HashMap<String, Role>,
    /// Any role without settings of its own.
    other: Role,
    /// The `search_path` for each exposed schema.
    search_paths: HashMap<String, String>,
}

/// One role.
pub(super) struct Role {
    pub settings: RoleSettings,
    timeout: StatementTimeout,
    texts: Vec<(Shape, Arc<str>)>,
}

/// The `statement_timeout` among the settings of a role or a routine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StatementTimeout {
    /// They name no `statement_timeout`.
    Unset,
    Limit(Duration),
    /// It is 0.
    Unlimited,
}

/// What the text depends on besides the role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shape {
    read_only: bool,
    has_timezone: bool,
}

const SHAPES: [Shape; 4] = [
    Shape { read_only: true, has_timezone: false },
    Shape { read_only: false, has_timezone: false },
    Shape { read_only: true, has_timezone: true },
    Shape { read_only: false, has_timezone: true },
];

/// What the settings depend on that differs from request to request.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RequestSettings<'a> {
    pub schema: &'a str,
    pub role: &'a str,
    pub claims: &'a str,
    pub method: &'a str,
    pub path: &'a str,
    pub headers: &'a str,
    pub cookies: &'a str,
    pub timezone: Option<&'a str>,
    pub read_only: bool,
    pub routine: Option<&'a Routine>,
}

impl TransactionSettings {
    pub fn new(config: &Config, roles: &RolesSettings) -> TransactionSettings {
        let role =
            |(name, settings): (&String, &RoleSettings)| (name.clone(), Role::new(config, settings.clone()));
        let search_path = |schema: &String| (schema.clone(), full_search_path(config, schema));
        TransactionSettings {
            roles: roles.iter().map(role).collect(),
            other: Role::new(config, RoleSettings::default()),
            search_paths: config.db_schemas.iter().map(search_path).collect(),
        }
    }

    pub(super) fn role(&self, name: &str) -> &Role {
        self.roles.get(name).unwrap_or(&self.other)
    }

    /// The statement that makes the settings of one transaction.
    pub(super) fn statement(&self, config: &Config, role: &Role, request: &RequestSettings<'_>) -> Sql {
        let built;
        let search_path = match self.search_paths.get(request.schema) {
            Some(search_path) => search_path,
            None => {
                built = full_search_path(config, request.schema);
                &built
            }
        };
        let all = role.all_settings(config, search_path, request);
        match role.text(request) {
            Some(text) => Sql::shared(text.clone(), setting_values(&all)),
            None => settings(&all),
        }
    }
}

impl Role {
    fn new(config: &Config, settings: RoleSettings) -> Role {
        let timeout = StatementTimeout::of(&settings.pairs);
        let mut role = Role { settings, timeout, texts: Vec::new() };
        role.texts = SHAPES.iter().map(|shape| (*shape, role.build_text(config, *shape))).collect();
        role
    }

    fn build_text(&self, config: &Config, shape: Shape) -> Arc<str> {
        let timezone = shape.has_timezone.then_some("");
        let request = RequestSettings { timezone, read_only: shape.read_only, ..RequestSettings::default() };
        settings(&self.all_settings(config, "", &request)).text().into()
    }

    /// The text for a request that calls no routine with settings of its own.
    fn text(&self, request: &RequestSettings<'_>) -> Option<&Arc<str>> {
        if request.routine.is_some_and(|routine| !routine.settings.is_empty()) {
            return None;
        }
        let shape = Shape { read_only: request.read_only, has_timezone: request.timezone.is_some() };
        self.texts.iter().find(|(other, _)| *other == shape).map(|(_, text)| text)
    }

    /// How long a statement of this role, or of the routine that it calls, may take; `None` for no limit.
    pub fn statement_timeout(&self, config: &Config, routine: Option<&Routine>) -> Option<Duration> {
        match self.timeout_with(routine) {
            StatementTimeout::Unset => config.db_query_timeout,
            StatementTimeout::Limit(timeout) => Some(timeout),
            StatementTimeout::Unlimited => None,
        }
    }

    /// A routine's settings are applied after the role's: the last one counts.
    fn timeout_with(&self, routine: Option<&Routine>) -> StatementTimeout {
        match routine.map(|routine| StatementTimeout::of(&routine.settings)) {
            None | Some(StatementTimeout::Unset) => self.timeout,
            Some(timeout) => timeout,
        }
    }

    /// The role's own settings come before the role: the login role may be allowed to set what the role may not.
    /// `transaction_read_only` is for an implicit transaction, for which no BEGIN sets the mode.
    fn all_settings<'a>(
        &'a self,
        config: &'a Config,
        search_path: &'a str,
        request: &RequestSettings<'a>,
    ) -> Vec<Setting<'a>> {
        let routine_settings = request.routine.map_or(&[][..], |routine| &routine.settings);
        let variable = self.settings.pairs.len() + routine_settings.len() + config.app_settings.len();
        let mut all = Vec::with_capacity(variable + 10);
        all.push(Setting::Verbatim("search_path", search_path));
        all.extend(self.settings.pairs.iter().map(normalized));
        if self.timeout_with(request.routine) == StatementTimeout::Unset
            && let Some(timeout) = config.db_query_timeout
        {
            all.push(Setting::MaxStatementTimeout(timeout.as_millis()));
        }
        all.extend([
            Setting::Verbatim("role", request.role),
            Setting::Verbatim("request.jwt.claims", request.claims),
            Setting::Verbatim("request.method", request.method),
            Setting::Verbatim("request.path", request.path),
            Setting::Verbatim("request.headers", request.headers),
            Setting::Verbatim("request.cookies", request.cookies),
        ]);
        if request.read_only {
            all.push(Setting::Verbatim("transaction_read_only", "on"));
        }
        if let Some(timezone) = request.timezone {
            all.push(Setting::Normalized("timezone", timezone));
        }
        all.extend(routine_settings.iter().map(normalized));
        all.extend(config.app_settings.iter().map(|(name, value)| Setting::Verbatim(name, value)));
        all
    }
}

impl StatementTimeout {
    fn of(settings: &[(String, String)]) -> StatementTimeout {
        let mut timeouts = settings.iter().filter(|(name, _)| name.eq_ignore_ascii_case("statement_timeout"));
        match timeouts.next_back().map(|(_, value)| parse_timeout(value)) {
            None => StatementTimeout::Unset,
            Some(Some(timeout)) => StatementTimeout::Limit(timeout),
            Some(None) => StatementTimeout::Unlimited,
        }
    }
}

fn full_search_path(config: &Config, schema: &str) -> String {
    let extra = config.db_extra_search_path.iter().map(String::as_str);
    search_path([schema].into_iter().chain(extra))
}

fn normalized((name, value): &(String, String)) -> Setting<'_> {
    Setting::Normalized(name, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::role_settings;

    fn request<'a>(role: &'a str, read_only: bool, timezone: Option<&'a str>) -> RequestSettings<'a> {
        RequestSettings {
            schema: "api",
            role,
            claims: "{}",
            timezone,
            read_only,
            ..RequestSettings::default()
        }
    }

    /// A text that is built for all requests must have a parameter for each value, in the same order.
    #[test]
    fn the_prepared_text_is_the_one_that_the_request_would_build() {
        let mut config = Config::new("postgres://localhost");
        config.app_settings.push(("app.a".to_owned(), "b".to_owned()));
        let rows = [("web", "work_mem", "1MB"), ("web", "statement_timeout", "3s")];
        let rows = rows.map(|(role, name, value)| (role.to_owned(), name.to_owned(), value.to_owned()));
        let all = TransactionSettings::new(&config, &role_settings(rows.to_vec()));
        for role in ["web", "anon"] {
            for request in [true, false].into_iter().flat_map(|read_only| {
                [None, Some("Europe/Paris")].map(|timezone| request(role, read_only, timezone))
            }) {
                let role = all.role(role);
                let shared = all.statement(&config, role, &request);
                let search_path = full_search_path(&config, "api");
                let built = settings(&role.all_settings(&config, &search_path, &request));
                assert_eq!(shared.text(), built.text());
                assert_eq!(shared.binds(), built.binds());
            }
        }
    }

    #[test]
    fn the_last_statement_timeout_counts() {
        let pair = |value: &str| ("Statement_Timeout".to_owned(), value.to_owned());
        assert_eq!(StatementTimeout::of(&[]), StatementTimeout::Unset);
        assert_eq!(StatementTimeout::of(&[pair("3s"), pair("0")]), StatementTimeout::Unlimited);
        let limit = StatementTimeout::Limit(Duration::from_secs(3));
        assert_eq!(StatementTimeout::of(&[pair("0"), pair("3s")]), limit);
    }
}
