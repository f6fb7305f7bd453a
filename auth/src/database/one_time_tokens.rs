//! SQL of `auth.one_time_tokens`, and of the columns of `auth.users` in which supabase/auth keeps the same tokens.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{AuthTransaction, Connection};
use crate::error::Result;
use crate::one_time_code::TokenKind;

/// A token that replaces the account's former one of this kind.
pub(crate) struct NewToken<'a> {
    pub user_id: Uuid,
    pub kind: TokenKind,
    pub hash: &'a str,
    /// The e-mail address or the phone number that the code is sent to.
    pub relates_to: &'a str,
    pub now: DateTime<Utc>,
}

impl Connection {
    /// The account that has one of these tokens.
    pub async fn owner_of_token(&self, hashes: &[String], kinds: &[TokenKind]) -> Result<Option<Uuid>> {
        let statement = self
            .0
            .prepare_cached(
                "select user_id from auth.one_time_tokens
                 where token_hash = any ($1) and token_type::text = any ($2) limit 1",
            )
            .await?;
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        let row = self.0.query_opt(&statement, &[&hashes, &kinds]).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }
}

impl AuthTransaction<'_> {
    pub async fn store_token(&self, token: &NewToken<'_>) -> Result<()> {
        let (column, sent_at) = (token.kind.name(), token.kind.sent_at_column());
        let query = format!(
            "with token as (
               insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
               values (
                 gen_random_uuid(), $1, '{column}', $2, lower($3), now() at time zone 'utc', now() at time zone 'utc'
               )
               on conflict (user_id, token_type) do update set
                 token_hash = excluded.token_hash, relates_to = excluded.relates_to, created_at = excluded.created_at,
                 updated_at = excluded.updated_at
             )
             update auth.users set {column} = $2, {sent_at} = $4, updated_at = $4 where id = $1"
        );
        let statement = self.0.prepare_cached(&query).await?;
        self.0.execute(&statement, &[&token.user_id, &token.hash, &token.relates_to, &token.now]).await?;
        Ok(())
    }

    /// The kind of the account's token that has one of these hashes. The account is locked.
    pub async fn find_token(
        &self,
        user_id: Uuid,
        hashes: &[String],
        kinds: &[TokenKind],
    ) -> Result<Option<TokenKind>> {
        let statement = self
            .0
            .prepare_cached(
                "select token_type::text from auth.one_time_tokens
                 where user_id = $1 and token_hash = any ($2) and token_type::text = any ($3) limit 1",
            )
            .await?;
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        let Some(row) = self.0.query_opt(&statement, &[&user_id, &hashes, &names]).await? else {
            return Ok(None);
        };
        let name: String = row.try_get(0)?;
        Ok(kinds.iter().copied().find(|kind| kind.name() == name))
    }

    /// Deletes the account's token of one kind.
    pub async fn delete_token(&self, user_id: Uuid, kind: TokenKind) -> Result<()> {
        let column = kind.name();
        let query = format!(
            "with token as (delete from auth.one_time_tokens where user_id = $1 and token_type = '{column}')
             update auth.users set {column} = '' where id = $1"
        );
        let statement = self.0.prepare_cached(&query).await?;
        self.0.execute(&statement, &[&user_id]).await?;
        Ok(())
    }

    /// Deletes every token of the account, because one of them was used. The times at which they were sent stay.
    pub async fn delete_tokens(&self, user_id: Uuid) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "with tokens as (delete from auth.one_time_tokens where user_id = $1)
                 update auth.users set
                   confirmation_token = '', recovery_token = '', email_change_token_current = '',
                   email_change_token_new = '', phone_change_token = '', reauthentication_token = ''
                 where id = $1",
            )
            .await?;
        self.0.execute(&statement, &[&user_id]).await?;
        Ok(())
    }

    /// Deletes every pending one-time token, because links that were sent before a change of the password must not work
    /// after it.
    pub async fn delete_one_time_tokens(&self, user_id: Uuid) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "with tokens as (delete from auth.one_time_tokens where user_id = $1)
                 update auth.users set
                   confirmation_token = '', confirmation_sent_at = null, recovery_token = '', recovery_sent_at = null,
                   email_change_token_current = '', email_change_token_new = '', email_change_sent_at = null,
                   phone_change_token = '', phone_change_sent_at = null, reauthentication_token = '',
                   reauthentication_sent_at = null
                 where id = $1",
            )
            .await?;
        self.0.execute(&statement, &[&user_id]).await?;
        Ok(())
    }

    /// Deletes a token that could not be sent, unless a newer one has replaced it, and forgets the time.
    pub async fn withdraw_token(&self, user_id: Uuid, kind: TokenKind, hash: &str) -> Result<()> {
        let (column, sent_at) = (kind.name(), kind.sent_at_column());
        let query = format!(
            "with token as (
               delete from auth.one_time_tokens
               where user_id = $1 and token_type = '{column}' and token_hash = $2
               returning user_id
             )
             update auth.users set {column} = '', {sent_at} = null where id in (select user_id from token)"
        );
        let statement = self.0.prepare_cached(&query).await?;
        self.0.execute(&statement, &[&user_id, &hash]).await?;
        Ok(())
    }
}
