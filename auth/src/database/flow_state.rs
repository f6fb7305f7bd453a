//! SQL of `auth.flow_state`: sign-ins that go through a browser, by e-mail link or by an external provider.

use chrono::{DateTime, Utc};
use tokio_postgres::Row;
use uuid::Uuid;

use super::AuthTransaction;
use crate::error::Result;
use crate::pkce::{Challenge, Method};

/// A new flow.
#[derive(Default)]
pub(crate) struct NewFlowState<'a> {
    /// The id, if the provider knows it already as the state. A new one by default.
    pub id: Option<Uuid>,
    /// `None` for the implicit flow, which has no code.
    pub challenge: Option<&'a Challenge>,
    /// The provider, e.g. `google`; for e-mail links the authentication method.
    pub provider_type: &'a str,
    /// The entry of the claim `amr`, e.g. `oauth` or `email/signup`.
    pub authentication_method: &'a str,
    /// `None` while the account is unknown.
    pub user_id: Option<Uuid>,
    /// The page to return to.
    pub referrer: Option<&'a str>,
    pub oauth_client_state_id: Option<Uuid>,
    /// The account that an identity is to be linked with.
    pub linking_target_id: Option<Uuid>,
    /// The token of the invitation that the person accepts.
    pub invite_token: Option<&'a str>,
    pub email_optional: bool,
}

/// A flow that has begun.
pub(crate) struct FlowState {
    pub id: Uuid,
    pub user_id: Option<Uuid>,
    /// `None` for the implicit flow.
    pub challenge: Option<Challenge>,
    pub provider_type: String,
    pub authentication_method: String,
    pub provider_access_token: Option<String>,
    pub provider_refresh_token: Option<String>,
    /// The end of its steps: the exchange of an issued code, or the return from the provider.
    pub started_at: DateTime<Utc>,
    pub referrer: Option<String>,
    pub oauth_client_state_id: Option<Uuid>,
    pub linking_target_id: Option<Uuid>,
    pub invite_token: Option<String>,
    pub email_optional: bool,
}

/// The outcome of a sign-in with a provider, for [`AuthTransaction::complete_flow_state`].
pub(crate) struct ProviderOutcome<'a> {
    pub user_id: Uuid,
    pub provider_access_token: &'a str,
    pub provider_refresh_token: &'a str,
}

const COLUMNS: &str =
    "id, user_id, code_challenge, code_challenge_method::text as code_challenge_method, provider_type,
    authentication_method, provider_access_token, provider_refresh_token,
    coalesce(auth_code_issued_at, created_at, now()) as started_at, referrer, oauth_client_state_id,
    linking_target_id, invite_token, email_optional";

impl FlowState {
    fn from_row(row: &Row) -> Result<FlowState, tokio_postgres::Error> {
        let method: Option<String> = row.try_get("code_challenge_method")?;
        let text: Option<String> = row.try_get("code_challenge")?;
        let challenge =
            method.as_deref().and_then(Method::from_name).zip(text.filter(|text| !text.is_empty()));
        let nonempty = |name| {
            let text: Option<String> = row.try_get(name)?;
            Ok::<_, tokio_postgres::Error>(text.filter(|text| !text.is_empty()))
        };
        Ok(FlowState {
            id: row.try_get("id")?,
            user_id: row.try_get("user_id")?,
            challenge: challenge.map(|(method, text)| Challenge { method, text }),
            provider_type: row.try_get("provider_type")?,
            authentication_method: row.try_get("authentication_method")?,
            provider_access_token: nonempty("provider_access_token")?,
            provider_refresh_token: nonempty("provider_refresh_token")?,
            started_at: row.try_get("started_at")?,
            referrer: nonempty("referrer")?,
            oauth_client_state_id: row.try_get("oauth_client_state_id")?,
            linking_target_id: row.try_get("linking_target_id")?,
            invite_token: nonempty("invite_token")?,
            email_optional: row.try_get("email_optional")?,
        })
    }

    /// Whether the step that the flow waits for comes too late.
    pub fn is_expired(&self, lifetime: std::time::Duration) -> bool {
        let age = Utc::now().signed_duration_since(self.started_at);
        age.to_std().is_ok_and(|age| age > lifetime)
    }
}

impl AuthTransaction<'_> {
    /// Stores a flow and returns its id. Also deletes flows of more than a day ago, some at a time.
    pub async fn insert_flow_state(&self, flow: &NewFlowState<'_>) -> Result<Uuid> {
        let statement = self
            .0
            .prepare_cached(
                "with old as (
                   delete from auth.flow_state where id in (
                     select id from auth.flow_state where created_at < now() - interval '1 day'
                     order by created_at limit 20 for update skip locked
                   )
                 )
                 insert into auth.flow_state (
                   id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method,
                   provider_access_token, provider_refresh_token, referrer, oauth_client_state_id,
                   linking_target_id, invite_token, email_optional, created_at, updated_at
                 )
                 values (
                   $1, $2, $3, $4::text::auth.code_challenge_method, $5, $6, $7, '', '', $8, $9, $10, $11, $12, now(), now()
                 )",
            )
            .await?;
        let id = flow.id.unwrap_or_else(Uuid::new_v4);
        let code = flow.challenge.map(|_| Uuid::new_v4().to_string());
        let method = flow.challenge.map(|challenge| challenge.method.name());
        let text = flow.challenge.map(|challenge| challenge.text.as_str());
        self.0
            .execute(
                &statement,
                &[
                    &id,
                    &flow.user_id,
                    &code,
                    &method,
                    &text,
                    &flow.provider_type,
                    &flow.authentication_method,
                    &flow.referrer,
                    &flow.oauth_client_state_id,
                    &flow.linking_target_id,
                    &flow.invite_token,
                    &flow.email_optional,
                ],
            )
            .await?;
        Ok(id)
    }

    /// Issues the code of the account's newest flow with this method. `None` without such a flow.
    pub async fn issue_code(&self, user_id: Uuid, authentication_method: &str) -> Result<Option<String>> {
        let statement = self
            .0
            .prepare_cached(
                "update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
                 where id = (
                   select id from auth.flow_state
                   where user_id = $1 and authentication_method = $2 and code_challenge <> '' and auth_code <> ''
                   order by created_at desc, id limit 1 for update
                 )
                 returning auth_code",
            )
            .await?;
        let row = self.0.query_opt(&statement, &[&user_id, &authentication_method]).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// The flow with this issued code, locked until the end of the transaction.
    pub async fn lock_flow_state_by_code(&self, code: &str) -> Result<Option<FlowState>> {
        let query = format!(
            "select {COLUMNS} from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null for update"
        );
        let statement = self.0.prepare_cached(&query).await?;
        let row = self.0.query_opt(&statement, &[&code]).await?;
        Ok(row.as_ref().map(FlowState::from_row).transpose()?)
    }

    /// Removes the flow of a sign-in with a provider, and returns it: of two requests with one state, one gets it.
    pub async fn take_provider_flow(&self, id: Uuid) -> Result<Option<FlowState>> {
        let query = format!(
            "delete from auth.flow_state
             where id = $1 and authentication_method = 'oauth' and user_id is null and auth_code_issued_at is null
             returning {COLUMNS}"
        );
        let statement = self.0.prepare_cached(&query).await?;
        let row = self.0.query_opt(&statement, &[&id]).await?;
        Ok(row.as_ref().map(FlowState::from_row).transpose()?)
    }

    /// Stores what the provider returned, and issues the flow's code. `None` for the implicit flow.
    pub async fn complete_flow_state(
        &self,
        id: Uuid,
        outcome: &ProviderOutcome<'_>,
    ) -> Result<Option<String>> {
        let statement = self
            .0
            .prepare_cached(
                "update auth.flow_state set
                   user_id = $2, provider_access_token = $3, provider_refresh_token = $4, auth_code_issued_at = now(),
                   updated_at = now()
                 where id = $1
                 returning auth_code",
            )
            .await?;
        let row = self
            .0
            .query_opt(
                &statement,
                &[&id, &outcome.user_id, &outcome.provider_access_token, &outcome.provider_refresh_token],
            )
            .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?.flatten())
    }

    pub async fn delete_flow_state(&self, id: Uuid) -> Result<()> {
        let statement = self.0.prepare_cached("delete from auth.flow_state where id = $1").await?;
        self.0.execute(&statement, &[&id]).await?;
        Ok(())
    }
}
