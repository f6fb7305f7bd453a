//! Classifies request paths for CORS, logs and metrics. The routing itself is in `routes`.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    Rest,
    Functions,
    Auth,
    Storage,
    Realtime,
    /// A part of Supabase's API that this stack does not serve, or another version of one that it does.
    UnknownApi,
    Page,
}

/// First path segments that belong to Supabase's API. They never lead to the site.
pub(super) const API_SEGMENTS: [&str; 10] =
    ["rest", "functions", "auth", "storage", "graphql", "realtime", "pg", "rest-admin", "analytics", "sso"];

impl Route {
    pub(super) const ALL: [Route; 7] = [
        Route::Rest,
        Route::Functions,
        Route::Auth,
        Route::Storage,
        Route::Realtime,
        Route::UnknownApi,
        Route::Page,
    ];

    pub(super) fn of(path: &str) -> Route {
        let mut segments = path.trim_start_matches('/').split('/');
        let first = segments.next().unwrap_or_default();
        match (first, segments.next()) {
            ("functions", _) => Route::Functions,
            ("rest", Some("v1")) => Route::Rest,
            ("auth", Some("v1")) => Route::Auth,
            ("storage", Some("v1")) => Route::Storage,
            ("realtime", Some("v1")) => Route::Realtime,
            _ if API_SEGMENTS.contains(&first) => Route::UnknownApi,
            _ => Route::Page,
        }
    }

    pub(super) fn is_api(self) -> bool {
        self != Route::Page
    }

    /// The paths of the route, for traces.
    pub(super) fn pattern(self) -> &'static str {
        match self {
            Route::Rest => "/rest/v1/*",
            Route::Functions => "/functions/v1/*",
            Route::Auth => "/auth/v1/*",
            Route::Storage => "/storage/v1/*",
            Route::Realtime => "/realtime/v1/*",
            Route::UnknownApi | Route::Page => "/*",
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Route::Rest => "rest",
            Route::Functions => "functions",
            Route::Auth => "auth",
            Route::Storage => "storage",
            Route::Realtime => "realtime",
            Route::UnknownApi => "unknown",
            Route::Page => "page",
        }
    }
}
