//! Starts the deletion of rows that nothing reads any more.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::Data;

use crate::app_state::AppState;

/// Middleware: starts a round after a request that has changed something, so an idle service leaves the database alone.
pub(super) async fn clean_up_afterwards<B: MessageBody>(
    state: Data<AppState>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let is_change = request.method() != Method::GET;
    let response = next.call(request).await?;
    if is_change && state.settings.cleans_up && response.status().is_success() {
        state.cleanup.start_if_due(&state.database, &state.settings);
    }
    Ok(response)
}
