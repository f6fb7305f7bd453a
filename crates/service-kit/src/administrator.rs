//! Who may call an administrator's function.
//!
//! The role is read from the account at every request, so that one that was taken away counts at once. Rejects callers
//! without a person's token, a key of ours included (401), and people who are no administrators (403): also those whose
//! account is banned or gone. `OPEN_TO_PUBLIC_KEY` lets such a key pass as well, for an old client that logs its
//! administrators in inside the browser.

use crate::database::{Database, Role};
use crate::environment::{Environment, EnvironmentError};
use crate::error::{Error, Refusal};
use crate::jwt::{Claims, bearer};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use diesel_async::RunQueryDsl;
use futures_util::future::LocalBoxFuture;

diesel::define_sql_function! {
    /// Whether the caller's account is an administrator's, and alive.
    #[sql_name = "auth.is_admin"]
    fn is_admin() -> Bool;
}

/// The rule for administrators; registered as app data by a service whose handlers extract an [`Administrator`].
#[derive(Clone)]
pub struct Administrators {
    database: Database,
    open_to_public_key: bool,
}

impl Administrators {
    /// The accounts of `database`, and whatever `OPEN_TO_PUBLIC_KEY` says.
    pub fn from_environment(
        environment: &Environment,
        database: Database,
    ) -> Result<Administrators, EnvironmentError> {
        let open_to_public_key = environment.flag("OPEN_TO_PUBLIC_KEY")?;
        Ok(Administrators { database, open_to_public_key })
    }

    async fn check(&self, claims: Option<Claims>) -> Result<Administrator, Error> {
        let claims = claims.ok_or(Refusal::Unauthorized)?;
        if claims.role != "authenticated" || claims.sub.is_none() {
            let passes = self.open_to_public_key && ["anon", "service_role"].contains(&claims.role.as_str());
            return if passes { Ok(Administrator(None)) } else { Err(Refusal::Unauthorized.into()) };
        }
        let is_admin = self
            .database
            .as_role(Role::Authenticated(&claims), async |connection| {
                Ok(diesel::select(is_admin()).get_result::<bool>(connection).await?)
            })
            .await?;
        if is_admin { Ok(Administrator(Some(claims))) } else { Err(Refusal::Forbidden.into()) }
    }
}

/// A caller who has passed, with their claims; only the check makes one.
#[derive(Clone, Debug)]
pub struct Administrator(Option<Claims>);

impl Administrator {
    /// The check, for a handler that has a body to read even when it fails.
    pub async fn of(request: &HttpRequest) -> Result<Administrator, Error> {
        let rule = request
            .app_data::<Administrators>()
            .ok_or_else(|| Error::internal("this service asks for administrators but registered no rule"))?;
        rule.check(bearer(request)?).await
    }

    /// The role in which this caller's statements run: their own, so that the policies for administrators decide as well.
    pub fn role(&self) -> Role<'_> {
        match &self.0 {
            Some(claims) => Role::Authenticated(claims),
            // service_role, because `open_to_public_key` admits callers whom no policy knows.
            None => Role::ServiceRole,
        }
    }
}

impl FromRequest for Administrator {
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Administrator, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { Administrator::of(&request).await })
    }
}
