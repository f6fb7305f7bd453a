//! The account and the session of an access token, which every request of a signed-in person reads. Concurrent requests
//! share statements.

use std::sync::LazyLock;

use deadpool_postgres::Pool;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use uuid::Uuid;

use super::Database;
use crate::error::{Error, Result};
use crate::models::{USER_COLUMNS, User};

/// The claims of a token that name its account and session.
#[derive(Clone, Copy)]
pub(super) struct Bearer {
    user_id: Uuid,
    session_id: Option<Uuid>,
}

/// An account, and the assurance level of the session if it exists and is the account's.
pub(super) type Account = (User, Option<String>);

static QUERY: LazyLock<String> = LazyLock::new(|| {
    format!(
        "select {USER_COLUMNS}, b.number, (
           select coalesce(s.aal::text, 'aal1') from auth.sessions s
           where s.id = b.session_id and s.user_id = u.id and (s.not_after is null or s.not_after > now())
         ) as session_aal
         from unnest($1::uuid[], $2::uuid[]) with ordinality as b (user_id, session_id, number)
         join auth.users u on u.id = b.user_id"
    )
});

impl Database {
    /// The account with this id, and the assurance level of the session if it exists and is the account's.
    pub async fn find_with_session(
        &self,
        user_id: Uuid,
        session_id: Option<Uuid>,
    ) -> Result<Option<Account>> {
        self.bearers.output(Bearer { user_id, session_id }).await
    }
}

/// The accounts of several tokens.
pub(super) fn find(pool: Pool, bearers: Vec<Bearer>) -> BoxFuture<'static, Result<Vec<Option<Account>>>> {
    async move {
        let client = pool.get().await?;
        let statement = client.prepare_cached(&QUERY).await?;
        let (users, sessions): (Vec<_>, Vec<_>) =
            bearers.iter().map(|bearer| (bearer.user_id, bearer.session_id)).unzip();
        let mut accounts: Vec<_> = bearers.iter().map(|_| None).collect();
        for row in client.query(&statement, &[&users, &sessions]).await? {
            let account = (User::from_row(&row)?, row.try_get("session_aal")?);
            *place(&mut accounts, row.try_get("number")?)? = Some(account);
        }
        Ok(accounts)
    }
    .boxed()
}

/// The output with this number. `with ordinality` counts from one.
pub(super) fn place<T>(outputs: &mut [T], number: i64) -> Result<&mut T> {
    let index = usize::try_from(number - 1).ok();
    index.and_then(|index| outputs.get_mut(index)).ok_or_else(|| Error::internal("a row has no input"))
}
