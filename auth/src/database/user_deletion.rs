//! SQL that deletes an account.

use uuid::Uuid;

use super::AuthTransaction;
use crate::error::Result;

impl AuthTransaction<'_> {
    pub async fn delete_user(&self, id: Uuid) -> Result<()> {
        let statement = self.0.prepare_cached("delete from auth.users where id = $1").await?;
        self.0.execute(&statement, &[&id]).await?;
        Ok(())
    }

    /// Keeps the row, and replaces e-mail address, phone number and provider ids by digests, so that they can be
    /// registered again.
    pub async fn soft_delete_user(&self, id: Uuid) -> Result<()> {
        const DIGEST: &str = "encode(sha256(convert_to(id::text || ";
        let update = format!(
            "with identities as (
               update auth.identities i set
                 provider_id = encode(sha256(convert_to(i.user_id::text || i.provider_id, 'UTF8')), 'base64'),
                 identity_data = '{{}}', updated_at = now()
               where i.user_id = $1
             ),
             factors as (delete from auth.mfa_factors where user_id = $1),
             passkeys as (delete from auth.webauthn_credentials where user_id = $1),
             tokens as (delete from auth.one_time_tokens where user_id = $1),
             sessions as (delete from auth.sessions where user_id = $1)
             update auth.users set
               email = case when email <> '' then {DIGEST}email, 'UTF8')), 'base64') else email end,
               phone = case when phone <> '' then left({DIGEST}phone, 'UTF8')), 'hex'), 15) else phone end,
               email_change = '', phone_change = '', confirmation_token = '', recovery_token = '',
               email_change_token_current = '', email_change_token_new = '', phone_change_token = '',
               reauthentication_token = '', encrypted_password = null,
               raw_app_meta_data = '{{}}', raw_user_meta_data = '{{}}', deleted_at = now(), updated_at = now()
             where id = $1 and deleted_at is null"
        );
        let statement = self.0.prepare_cached(&update).await?;
        self.0.execute(&statement, &[&id]).await?;
        Ok(())
    }
}
