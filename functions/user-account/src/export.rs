//! `GET /export`: all personal data of the account, for its owner.

use crate::account::{Account, Bearer};
use crate::{queries, sessions};
use actix_web::HttpResponse;
use actix_web::web::Data;
use chrono::Utc;
use functions_shared::AuthService;
use serde_json::json;
use service_kit::{Database, Error, User};

pub(crate) async fn export(
    user: User,
    bearer: Bearer,
    database: Data<Database>,
    auth: Data<AuthService>,
) -> Result<HttpResponse, Error> {
    let account = Account::of(&bearer, &auth).await?;
    Ok(HttpResponse::Ok().json(json!({
        "exported_at": Utc::now(),
        "account": account.all,
        "profile": queries::profile(&database, &user).await?,
        "searches": queries::searches(&database, &user).await?,
        "reviews": queries::reviews(&database, &user).await?,
        "sessions": sessions::listed(&database, &user).await?,
    })))
}
