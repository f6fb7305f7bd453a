//! The administrator's account, which `status` prints the password of.

use crate::config::Admin;
use edge::password::{Passwords, Verdict};
use tokio_postgres::Client;

#[derive(Debug, thiserror::Error)]
pub enum AdministratorError {
    #[error("the administrator's account cannot be made: {0}")]
    Database(#[from] tokio_postgres::Error),
    #[error("the administrator's password cannot be hashed: {0}")]
    Password(#[from] edge::Error),
}

/// Makes the account unless it is there. A password that the configuration names is set again when it was changed there;
/// a generated one is left alone, since the administrator may have chosen another.
pub async fn ensure(client: &Client, admin: &Admin, password: &str) -> Result<bool, AdministratorError> {
    let find =
        "select encrypted_password from auth.users where lower(raw_app_meta_data ->> 'username') = lower($1)";
    let account = client.query_opt(find, &[&admin.username]).await?;
    let Some(account) = account else {
        return create(client, &admin.username, &Passwords::new().hash(password).await?).await;
    };
    if admin.password.is_some() {
        let passwords = Passwords::new();
        let stored: Option<String> = account.get(0);
        if passwords.verify(password, stored.as_deref()).await? == Verdict::Wrong {
            let hash = passwords.hash(password).await?;
            let update = "update auth.users set encrypted_password = $2, updated_at = now() \
                          where lower(raw_app_meta_data ->> 'username') = lower($1)";
            client.execute(update, &[&admin.username, &hash]).await?;
        }
    }
    Ok(false)
}

async fn create(client: &Client, username: &str, hash: &str) -> Result<bool, AdministratorError> {
    let create = "
        with account as (
          insert into auth.users (email, encrypted_password, email_confirmed_at, raw_app_meta_data)
          values (
            $1, $2, now(),
            jsonb_build_object('provider', 'email', 'providers', jsonb_build_array('email'), 'role', 'admin', 'username', $3::text)
          )
          returning id, email
        )
        insert into public.profiles (id, email) select id, email from account";
    let email = if username.contains('@') { username.to_owned() } else { format!("{username}@localhost") };
    client.execute(create, &[&email, &hash, &username]).await?;
    Ok(true)
}
