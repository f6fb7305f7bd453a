//! SQL of `auth.users`.

use chrono::{DateTime, Utc};
use tokio_postgres::types::Json;
use uuid::Uuid;

use super::bearers::Bearer;
use super::{AuthTransaction, Connection, Database};
use crate::error::Result;
use crate::metadata::Metadata;
use crate::models::{USER_COLUMNS, User};

/// A new account. [`AuthTransaction::upsert_identity`] inserts its identities.
pub(crate) struct NewUser<'a> {
    pub id: Uuid,
    pub aud: &'a str,
    pub role: &'a str,
    pub email: Option<&'a str>,
    pub phone: Option<&'a str>,
    pub encrypted_password: Option<&'a str>,
    pub email_confirmed_at: Option<DateTime<Utc>>,
    pub phone_confirmed_at: Option<DateTime<Utc>>,
    pub app_metadata: &'a Metadata,
    pub user_metadata: &'a Metadata,
    pub is_anonymous: bool,
    pub banned_until: Option<DateTime<Utc>>,
}

/// The new values of an account. `None` leaves a column as it is.
#[derive(Default)]
pub(crate) struct Changes<'a> {
    pub role: Option<&'a str>,
    pub email: Option<&'a str>,
    pub phone: Option<&'a str>,
    pub encrypted_password: Option<&'a str>,
    pub email_confirmed_at: Option<DateTime<Utc>>,
    pub phone_confirmed_at: Option<DateTime<Utc>>,
    pub app_metadata: Option<&'a Metadata>,
    pub user_metadata: Option<&'a Metadata>,
    pub is_anonymous: Option<bool>,
    /// `Some(None)` lifts a ban.
    pub banned_until: Option<Option<DateTime<Utc>>>,
    pub invited_at: Option<DateTime<Utc>>,
    /// A pending address; empty when nothing is pending any more.
    pub new_email: Option<&'a str>,
    /// A pending number; empty when nothing is pending any more.
    pub new_phone: Option<&'a str>,
    /// The number of addresses that have confirmed the pending one.
    pub email_change_confirm_status: Option<i16>,
}

/// A page of the list of accounts.
pub(crate) struct Page<'a> {
    pub limit: i64,
    pub offset: i64,
    /// A part of an e-mail address or of a full name.
    pub filter: Option<&'a str>,
    /// The order of the accounts by the time of their creation.
    pub by_creation: Direction,
}

/// The direction of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Ascending,
    Descending,
}

impl Direction {
    fn sql(self) -> &'static str {
        match self {
            Direction::Ascending => "asc",
            Direction::Descending => "desc",
        }
    }
}

impl Database {
    /// The account with this id, and the assurance level of the session if it exists and is the account's.
    pub async fn find_with_session(
        &self,
        user_id: Uuid,
        session_id: Option<Uuid>,
    ) -> Result<Option<(User, Option<String>)>> {
        let _span = self.span();
        let Some(row) = self.bearers.output(Bearer { user_id, session_id }).await? else { return Ok(None) };
        Ok(Some((User::from_row(&row)?, row.try_get("session_aal")?)))
    }
}

impl Connection {
    /// The account with this e-mail address, in lower case. Accounts of single sign-on are left out.
    pub async fn find_by_email(&self, email: &str, aud: &str) -> Result<Option<User>> {
        let query = format!(
            "select {USER_COLUMNS} from auth.users u
             where u.email = $1 and u.aud = $2 and not u.is_sso_user and u.deleted_at is null"
        );
        self.optional(&query, &[&email, &aud]).await
    }

    /// The account with this phone number.
    pub async fn find_by_phone(&self, phone: &str, aud: &str) -> Result<Option<User>> {
        let query = format!(
            "select {USER_COLUMNS} from auth.users u
             where u.phone = $1 and u.aud = $2 and not u.is_sso_user and u.deleted_at is null"
        );
        self.optional(&query, &[&phone, &aud]).await
    }

    /// The account whose pending phone number this is.
    pub async fn find_by_new_phone(&self, phone: &str, aud: &str) -> Result<Option<User>> {
        let query = format!(
            "select {USER_COLUMNS} from auth.users u
             where u.phone_change = $1 and u.aud = $2 and not u.is_sso_user and u.deleted_at is null
             order by u.phone_change_sent_at desc nulls last limit 1"
        );
        self.optional(&query, &[&phone, &aud]).await
    }

    /// The account with this id, even if it is soft-deleted.
    pub async fn find_by_id(&self, id: Uuid) -> Result<Option<User>> {
        self.optional(&format!("select {USER_COLUMNS} from auth.users u where u.id = $1"), &[&id]).await
    }

    async fn optional(
        &self,
        query: &str,
        parameters: &[&(dyn tokio_postgres::types::ToSql + Sync)],
    ) -> Result<Option<User>> {
        let statement = self.0.prepare_cached(query).await?;
        let row = self.0.query_opt(&statement, parameters).await?;
        Ok(row.as_ref().map(User::from_row).transpose()?)
    }
}

impl AuthTransaction<'_> {
    /// A page of accounts, and the number of all that match.
    pub async fn list(&self, aud: &str, page: &Page<'_>) -> Result<(Vec<User>, i64)> {
        // Escapes `%` and `_` of the filter, so that they match literally.
        const FILTER: &str = r"u.aud = $1 and ($2::text is null
            or u.email ilike '%' || regexp_replace($2, '([\\%_])', '\\\1', 'g') || '%'
            or u.raw_user_meta_data ->> 'full_name' ilike '%' || regexp_replace($2, '([\\%_])', '\\\1', 'g') || '%')";
        let count = format!("select count(*) from auth.users u where {FILTER}");
        let direction = page.by_creation.sql();
        let rows = format!(
            "select {USER_COLUMNS} from auth.users u where {FILTER}
             order by u.created_at {direction}, u.id limit $3 offset $4"
        );
        self.plan_for_values().await?;
        let (count, rows) = (self.0.prepare_cached(&count).await?, self.0.prepare_cached(&rows).await?);
        let total = self.0.query_one(&count, &[&aud, &page.filter]).await?.try_get(0)?;
        let rows = self.0.query(&rows, &[&aud, &page.filter, &page.limit, &page.offset]).await?;
        let users = rows.iter().map(User::from_row).collect::<Result<Vec<_>, _>>()?;
        Ok((users, total))
    }

    /// The account with this id, locked until the end of the transaction.
    pub async fn lock_user(&self, id: Uuid) -> Result<Option<User>> {
        let query = format!("select {USER_COLUMNS} from auth.users u where u.id = $1 for update");
        let statement = self.0.prepare_cached(&query).await?;
        let row = self.0.query_opt(&statement, &[&id]).await?;
        Ok(row.as_ref().map(User::from_row).transpose()?)
    }

    /// The account with this e-mail address, in lower case, locked until the end of the transaction.
    pub async fn lock_user_by_email(&self, email: &str, aud: &str) -> Result<Option<User>> {
        let query = format!(
            "select {USER_COLUMNS} from auth.users u
             where u.email = $1 and u.aud = $2 and not u.is_sso_user and u.deleted_at is null for update"
        );
        let statement = self.0.prepare_cached(&query).await?;
        let row = self.0.query_opt(&statement, &[&email, &aud]).await?;
        Ok(row.as_ref().map(User::from_row).transpose()?)
    }

    /// # Errors
    /// 422 when another account has the e-mail address or the phone number.
    pub async fn insert_user(&self, user: &NewUser<'_>) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "insert into auth.users (
                   instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
                   raw_app_meta_data, raw_user_meta_data, is_anonymous, banned_until, created_at, updated_at,
                   confirmation_token, recovery_token, email_change_token_new, email_change
                 )
                 values (
                   '00000000-0000-0000-0000-000000000000', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now(), now(),
                   '', '', '', ''
                 )",
            )
            .await?;
        self.0
            .execute(
                &statement,
                &[
                    &user.id,
                    &user.aud,
                    &user.role,
                    &user.email,
                    &user.phone,
                    &user.encrypted_password,
                    &user.email_confirmed_at,
                    &user.phone_confirmed_at,
                    &Json(user.app_metadata),
                    &Json(user.user_metadata),
                    &user.is_anonymous,
                    &user.banned_until,
                ],
            )
            .await?;
        Ok(())
    }

    /// # Errors
    /// 422 when another account has the e-mail address or the phone number.
    pub async fn update_user(&self, id: Uuid, changes: &Changes<'_>) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "update auth.users set
                   role = coalesce($2, role),
                   email = coalesce($3, email),
                   phone = coalesce($4, phone),
                   encrypted_password = coalesce($5, encrypted_password),
                   email_confirmed_at = coalesce($6, email_confirmed_at),
                   phone_confirmed_at = coalesce($7, phone_confirmed_at),
                   raw_app_meta_data = coalesce($8, raw_app_meta_data),
                   raw_user_meta_data = coalesce($9, raw_user_meta_data),
                   is_anonymous = coalesce($10, is_anonymous),
                   banned_until = case when $11 then $12 else banned_until end,
                   invited_at = coalesce($13, invited_at),
                   email_change = coalesce($14, email_change),
                   phone_change = coalesce($15, phone_change),
                   email_change_confirm_status = coalesce($16, email_change_confirm_status),
                   updated_at = now()
                 where id = $1",
            )
            .await?;
        self.0
            .execute(
                &statement,
                &[
                    &id,
                    &changes.role,
                    &changes.email,
                    &changes.phone,
                    &changes.encrypted_password,
                    &changes.email_confirmed_at,
                    &changes.phone_confirmed_at,
                    &changes.app_metadata.map(Json),
                    &changes.user_metadata.map(Json),
                    &changes.is_anonymous,
                    &changes.banned_until.is_some(),
                    &changes.banned_until.flatten(),
                    &changes.invited_at,
                    &changes.new_email,
                    &changes.new_phone,
                    &changes.email_change_confirm_status,
                ],
            )
            .await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use service_kit::environment::Environment;

    use super::super::{Database, Direction, Page};

    #[tokio::test]
    async fn a_list_is_planned_for_its_values_and_a_lookup_once() {
        let postgres = test_db::Database::platform().await;
        let url = postgres.url("supabase_auth_admin");
        let environment = Environment::from_pairs([("GOTRUE_DB_DATABASE_URL", url.as_str())]);
        let database = Database::from_environment(&environment).unwrap();
        let mut connection = database.connection().await.unwrap();
        let page = Page { limit: 10, offset: 0, filter: Some("a"), by_creation: Direction::Descending };
        connection.begin().list("authenticated", &page).await.unwrap();
        connection.find_by_email("marie@exemple.fr", "authenticated").await.unwrap();
        let plans = async |statement: &str| {
            let query =
                "select custom_plans, generic_plans from pg_prepared_statements where statement like $1";
            let row = connection.0.query_one(query, &[&statement]).await.unwrap();
            (row.get::<_, i64>(0), row.get::<_, i64>(1))
        };
        assert_eq!(plans("%order by u.created_at desc, u.id limit $3 offset $4").await, (1, 0));
        assert_eq!(plans("%where u.email = $1 and u.aud = $2%deleted_at is null").await, (0, 1));
    }
}
