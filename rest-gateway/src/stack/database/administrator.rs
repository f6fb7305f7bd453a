//! The administrator's account.

use crate::config::Admin;
use password_hashing::{PasswordError, Passwords, Verification};
use tokio_postgres::Client;

/// Why the account cannot be created or updated.
#[derive(Debug, thiserror::Error)]
pub enum AdministratorError {
    #[error("the administrator's account cannot be made: {0}")]
    Database(#[from] tokio_postgres::Error),
    #[error("the administrator's password cannot be hashed: {0}")]
    Password(#[from] PasswordError),
    #[error("[admin] username {0}: an account that is no administrator's has this e-mail")]
    Taken(String),
}

/// The state of the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Account {
    Created,
    /// It existed, and has the given password now.
    Unchanged,
    /// It existed, with a password that is not the generated one.
    OtherPassword,
}

/// Creates the account if it does not exist. A configured password is set if the account has another one; a generated
/// one is not, because the administrator may have changed it.
///
/// # Errors
/// When the database or the hashing fails, or another account has the e-mail.
pub async fn ensure(client: &Client, admin: &Admin, password: &str) -> Result<Account, AdministratorError> {
    let find =
        "select encrypted_password from auth.users where lower(raw_app_meta_data ->> 'username') = lower($1)";
    let account = client.query_opt(find, &[&admin.username]).await?;
    let Some(account) = account else {
        return create(client, &admin.username, &Passwords::new().hash(password).await?).await;
    };
    let passwords = Passwords::new();
    let stored: Option<String> = account.get(0);
    if passwords.verify(password, stored.as_deref()).await? != Verification::Mismatch {
        return Ok(Account::Unchanged);
    }
    if admin.password.is_none() {
        return Ok(Account::OtherPassword);
    }
    let hash = passwords.hash(password).await?;
    let update = "update auth.users set encrypted_password = $2, updated_at = now() \
                  where lower(raw_app_meta_data ->> 'username') = lower($1)";
    client.execute(update, &[&admin.username, &hash]).await?;
    Ok(Account::Unchanged)
}

async fn create(client: &Client, username: &str, hash: &str) -> Result<Account, AdministratorError> {
    let create = "
        with account as (
          insert into auth.users (
            id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at,
            confirmation_token, recovery_token, email_change_token_new, email_change, raw_user_meta_data, raw_app_meta_data
          )
          values (
            gen_random_uuid(), '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', $1, $2, now(), now(),
            now(), '', '', '', '', '{}',
            jsonb_build_object('provider', 'email', 'providers', jsonb_build_array('email'), 'role', 'admin', 'username', $3::text)
          )
          on conflict do nothing
          returning id, email
        )
        insert into public.profiles (id, email) select id, email from account";
    // The unique index is on the address as it is stored, so addresses are stored in lower case.
    let address = if username.contains('@') { username.to_owned() } else { format!("{username}@localhost") };
    let email = address.to_lowercase();
    match client.execute(create, &[&email, &hash, &username]).await? {
        0 => Err(AdministratorError::Taken(username.to_owned())),
        _ => Ok(Account::Created),
    }
}
