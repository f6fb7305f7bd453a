//! SQL of `auth.oauth_authorizations`: the requests of clients to sign a person in, and the codes that answer them.

use std::time::Duration;

use tokio_postgres::Row;
use uuid::Uuid;

use super::{AuthTransaction, Connection};
use crate::error::{Error, Result};
use crate::pkce::{Challenge, Method};

/// A client's request. An empty text is stored as null.
pub(crate) struct NewAuthorization<'a> {
    /// The id in addresses.
    pub public_id: &'a str,
    pub client_id: Uuid,
    pub redirect_uri: &'a str,
    /// Separated by spaces.
    pub scope: &'a str,
    pub state: &'a str,
    pub resource: &'a str,
    pub nonce: &'a str,
    pub challenge: &'a Challenge,
    pub lifetime: Duration,
}

/// A request, locked until the end of the transaction.
pub(crate) struct Authorization {
    pub id: Uuid,
    pub public_id: String,
    pub client_id: Uuid,
    /// The account that has opened the request.
    pub user_id: Option<Uuid>,
    pub redirect_uri: String,
    pub scope: String,
    pub state: Option<String>,
    pub resource: Option<String>,
    pub nonce: Option<String>,
    pub challenge: Option<Challenge>,
    pub is_pending: bool,
    pub is_expired: bool,
}

/// The end of a pending request. One that expires stays pending until it is deleted.
pub(crate) enum AuthorizationEnd<'a> {
    /// Approved, with the hash of its code.
    Approved(&'a str),
    Denied,
}

impl Authorization {
    fn from_row(row: &Row) -> Result<Authorization> {
        let text: Option<String> = row.try_get("code_challenge")?;
        let method: Option<String> = row.try_get("code_challenge_method")?;
        let challenge = match (text, method) {
            (Some(text), Some(method)) => {
                let unknown = || Error::internal(format!("the challenge method is {method:?}"));
                Some(Challenge { method: Method::from_name(&method).ok_or_else(unknown)?, text })
            }
            _ => None,
        };
        Ok(Authorization {
            id: row.try_get("id")?,
            public_id: row.try_get("authorization_id")?,
            client_id: row.try_get("client_id")?,
            user_id: row.try_get("user_id")?,
            redirect_uri: row.try_get("redirect_uri")?,
            scope: row.try_get("scope")?,
            state: row.try_get("state")?,
            resource: row.try_get("resource")?,
            nonce: row.try_get("nonce")?,
            challenge,
            is_pending: row.try_get("is_pending")?,
            is_expired: row.try_get("is_expired")?,
        })
    }
}

impl Connection {
    /// Stores a request. Also deletes requests that expired more than an hour ago, some at a time.
    pub async fn insert_authorization(&self, new: &NewAuthorization<'_>) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "with old as (
                   delete from auth.oauth_authorizations where id in (
                     select id from auth.oauth_authorizations where expires_at < now() - interval '1 hour'
                     limit 20 for update skip locked
                   )
                 )
                 insert into auth.oauth_authorizations (
                   id, authorization_id, client_id, redirect_uri, scope, state, resource, nonce, code_challenge,
                   code_challenge_method, created_at, expires_at
                 )
                 values ($1, $2, $3, $4, $5, nullif($6, ''), nullif($7, ''), nullif($8, ''), $9,
                   $10::text::auth.code_challenge_method, now(), now() + make_interval(secs => $11))",
            )
            .await?;
        self.0
            .execute(
                &statement,
                &[
                    &Uuid::new_v4(),
                    &new.public_id,
                    &new.client_id,
                    &new.redirect_uri,
                    &new.scope,
                    &new.state,
                    &new.resource,
                    &new.nonce,
                    &new.challenge.text,
                    &new.challenge.method.name(),
                    &new.lifetime.as_secs_f64(),
                ],
            )
            .await?;
        Ok(())
    }
}

impl AuthTransaction<'_> {
    /// The request with this id in addresses. `None` also while another transaction has it locked, so that two calls
    /// cannot both end it.
    pub async fn lock_authorization(&self, public_id: &str) -> Result<Option<Authorization>> {
        self.lock_authorization_where("authorization_id = $1", public_id).await
    }

    /// The approved request whose code has this hash.
    pub async fn lock_authorization_by_code(&self, code_hash: &str) -> Result<Option<Authorization>> {
        self.lock_authorization_where("authorization_code = $1 and status = 'approved'", code_hash).await
    }

    async fn lock_authorization_where(
        &self,
        condition: &'static str,
        value: &str,
    ) -> Result<Option<Authorization>> {
        let query = format!(
            "select id, authorization_id, client_id, user_id, redirect_uri, scope, state, resource, nonce,
               code_challenge, code_challenge_method::text, status = 'pending' as is_pending,
               expires_at <= now() as is_expired
             from auth.oauth_authorizations where {condition} for update skip locked"
        );
        let row = self.0.query_opt(&self.0.prepare_cached(&query).await?, &[&value]).await?;
        row.as_ref().map(Authorization::from_row).transpose()
    }

    /// Records the account that has opened a request.
    pub async fn set_authorization_user(&self, id: Uuid, user_id: Uuid) -> Result<()> {
        let update = "update auth.oauth_authorizations set user_id = $2 where id = $1";
        self.execute(update, &[&id, &user_id]).await?;
        Ok(())
    }

    /// Ends a pending request.
    pub async fn end_authorization(&self, id: Uuid, end: &AuthorizationEnd<'_>) -> Result<()> {
        let (status, code_hash) = match end {
            AuthorizationEnd::Approved(code_hash) => ("approved", Some(*code_hash)),
            AuthorizationEnd::Denied => ("denied", None),
        };
        let update = "update auth.oauth_authorizations
             set status = $2::text::auth.oauth_authorization_status, authorization_code = $3,
               approved_at = case when $3::text is not null then now() end
             where id = $1 and status = 'pending'";
        self.execute(update, &[&id, &status, &code_hash]).await?;
        Ok(())
    }

    /// Deletes a request whose code has been exchanged.
    pub async fn delete_authorization(&self, id: Uuid) -> Result<()> {
        self.execute("delete from auth.oauth_authorizations where id = $1", &[&id]).await?;
        Ok(())
    }
}
