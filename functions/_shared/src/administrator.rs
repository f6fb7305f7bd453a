//! The permission check of administrators' functions.
//!
//! It reads the role from the account at every request, so that revoking it takes effect at once. Rejects callers
//! without a person's token, the platform's keys included (401), and accounts that are not an administrator's, are
//! banned or deleted (403). With `OPEN_TO_PUBLIC_KEY` the platform's keys pass too, for an old client that logs
//! administrators in inside the browser.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use diesel_async::RunQueryDsl;
use futures_util::future::LocalBoxFuture;
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::jwt::bearer_claims;
use service_kit::{Claims, Database, Error, RequestError, Role};

diesel::define_sql_function! {
    /// Whether the caller's account is an administrator's, and neither banned nor deleted.
    #[sql_name = "auth.is_admin"]
    fn is_admin() -> Bool;
}

/// The configuration of the check. A function whose handlers extract an [`Administrator`] registers it as app data.
#[derive(Clone)]
pub struct Administrators {
    database: Database,
    open_to_public_key: bool,
}

impl Administrators {
    /// The check against the accounts of `database`, with `OPEN_TO_PUBLIC_KEY`.
    ///
    /// # Errors
    /// When `OPEN_TO_PUBLIC_KEY` is neither `true` nor `false`.
    pub fn from_environment(
        environment: &Environment,
        database: Database,
    ) -> Result<Administrators, EnvironmentError> {
        let open_to_public_key = environment.flag("OPEN_TO_PUBLIC_KEY")?;
        Ok(Administrators { database, open_to_public_key })
    }

    async fn check(&self, claims: Option<Claims>) -> Result<Administrator, Error> {
        let claims = claims.ok_or(RequestError::Unauthorized)?;
        if claims.role != "authenticated" || claims.sub.is_none() {
            let passes = self.open_to_public_key && ["anon", "service_role"].contains(&claims.role.as_str());
            return if passes { Ok(Administrator(None)) } else { Err(RequestError::Unauthorized.into()) };
        }
        let is_admin = self
            .database
            .as_role(Role::Authenticated(&claims), async |connection| {
                Ok(diesel::select(is_admin()).get_result::<bool>(connection).await?)
            })
            .await?;
        if is_admin { Ok(Administrator(Some(claims))) } else { Err(RequestError::Forbidden.into()) }
    }
}

/// A caller who passed the check, with their claims.
#[derive(Clone, Debug)]
pub struct Administrator(Option<Claims>);

impl Administrator {
    /// Checks the caller of `request`. For a handler that must read the body even when the check fails; others use the
    /// extractor.
    ///
    /// # Errors
    /// [`RequestError::Unauthorized`] and [`RequestError::Forbidden`].
    pub async fn check(request: &HttpRequest) -> Result<Administrator, Error> {
        let administrators = request
            .app_data::<Administrators>()
            .ok_or_else(|| Error::internal("no Administrators are registered as app data"))?;
        administrators.check(bearer_claims(request)?).await
    }

    /// The database role for this caller's statements: their own, so that row-level security checks them too.
    pub fn role(&self) -> Role<'_> {
        match &self.0 {
            Some(claims) => Role::Authenticated(claims),
            // service_role, because no policy admits the public key, which `open_to_public_key` lets pass.
            None => Role::ServiceRole,
        }
    }
}

impl FromRequest for Administrator {
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Administrator, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { Administrator::check(&request).await })
    }
}
