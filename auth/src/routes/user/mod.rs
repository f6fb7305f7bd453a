//! `/user`: the account of the bearer token.
//!
//! - [`update`]: `PUT /user`. [`new_password`]: the checks of a new password. [`reauthenticate`]: the nonce that a new
//!   password may need.

mod new_password;
mod reauthenticate;
mod update;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

pub(super) use reauthenticate::reauthenticate;
pub(super) use update::update;

use crate::app_state::AppState;
use crate::authentication::require_user;
use crate::error::Result;

pub(super) async fn read(state: Data<AppState>, request: HttpRequest) -> Result<HttpResponse> {
    Ok(HttpResponse::Ok().json(require_user(&state, &request).await?.user))
}
