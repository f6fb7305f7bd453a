//! The calls that administer a tenant, as far as they apply to a service with one: its health, its limits, a restart of
//! its connections. The limits are those of the configuration and cannot be changed here. The gateway does not pass these
//! calls on.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use serde_json::{Value, json};

use super::administrator::Administrator;
use crate::app_state::AppState;

/// The name of the tenant on a self-hosted Supabase.
const TENANT: &str = "realtime-dev";

/// `GET /api/tenants/{id}/health`.
pub(super) async fn health(_: Administrator, id: Path<String>, state: Data<AppState>) -> HttpResponse {
    if *id != TENANT {
        return not_found();
    }
    let is_connected = state.database.is_reachable().await;
    let is_replicated = *state.replication_ready.borrow();
    HttpResponse::Ok().json(json!({ "data": {
        "healthy": is_connected && is_replicated,
        "db_connected": is_connected,
        "replication_connected": is_replicated,
        "connected_cluster": state.users.all(),
        "region": null,
        "node": state.publisher.node().to_string(),
    }}))
}

/// `GET /api/tenants`.
pub(super) async fn list(_: Administrator, state: Data<AppState>) -> HttpResponse {
    HttpResponse::Ok().json(json!({ "data": [tenant(&state)] }))
}

/// `GET /api/tenants/{id}`.
pub(super) async fn show(_: Administrator, id: Path<String>, state: Data<AppState>) -> HttpResponse {
    match *id == TENANT {
        true => HttpResponse::Ok().json(json!({ "data": tenant(&state) })),
        false => not_found(),
    }
}

/// `POST /api/tenants/{id}/reload`: asks all clients of this node to connect again.
pub(super) async fn reload(_: Administrator, id: Path<String>, state: Data<AppState>) -> HttpResponse {
    if *id != TENANT {
        return not_found();
    }
    state.disconnects.request();
    HttpResponse::NoContent().finish()
}

fn tenant(state: &AppState) -> Value {
    let settings = &state.settings;
    json!({
        "id": TENANT,
        "external_id": TENANT,
        "name": TENANT,
        "max_concurrent_users": settings.max_concurrent_users,
        "max_channels_per_client": settings.max_channels_per_client,
        "max_events_per_second": settings.max_events_per_second,
        "max_joins_per_second": settings.max_joins_per_second,
        "max_client_presence_events_per_window": settings.max_presence_calls,
        "client_presence_window_ms": settings.presence_window.as_millis(),
        "private_only": settings.private_only,
        "presence_enabled": settings.presence_enabled,
        "extensions": [],
    })
}

fn not_found() -> HttpResponse {
    HttpResponse::NotFound().json(json!({ "message": "not found" }))
}
