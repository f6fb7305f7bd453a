//! The account and the session of an access token, which every authenticated request reads. Concurrent requests share
//! statements.

use std::sync::LazyLock;

use deadpool_postgres::Pool;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio_postgres::Row;
use uuid::Uuid;

use super::batches::by_number;
use crate::error::Result;
use crate::models::USER_COLUMNS;

/// The account and the session that a token names.
#[derive(Clone, Copy)]
pub(super) struct Bearer {
    pub user_id: Uuid,
    pub session_id: Option<Uuid>,
}

/// The columns of the account, and `session_aal`: the assurance level of the session if it exists and is the account's.
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

/// The rows of several tokens.
pub(super) fn find(pool: Pool, bearers: Vec<Bearer>) -> BoxFuture<'static, Result<Vec<Option<Row>>>> {
    async move {
        let client = pool.get().await?;
        let statement = client.prepare_cached(&QUERY).await?;
        let (users, sessions): (Vec<_>, Vec<_>) =
            bearers.iter().map(|bearer| (bearer.user_id, bearer.session_id)).unzip();
        by_number(bearers.len(), client.query(&statement, &[&users, &sessions]).await?)
    }
    .boxed()
}
