//! A guard that cancels the statement of an abandoned request.

use crate::connector::Connector;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio_postgres::CancelToken;

/// Sends a cancel request for a connection's statement when dropped before [`CancelOnDrop::disarm`].
///
/// Postgres itself notices an abandoned statement only when it ends. Without a cancel request, clients that disconnect
/// early could leave any number of statements running.
pub struct CancelOnDrop(Option<(CancelToken, Arc<Connector>)>);

impl CancelOnDrop {
    /// Guards the statements of the connection that `token` belongs to. `connector` is the one that opened it.
    pub fn new(token: CancelToken, connector: Arc<Connector>) -> CancelOnDrop {
        CancelOnDrop(Some((token, connector)))
    }

    /// Ends the guard without a cancel request, after the statements have ended.
    pub fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for CancelOnDrop {
    /// Sends the cancel request from a task of its own. Does nothing outside of a tokio runtime.
    fn drop(&mut self) {
        let (Some((token, connector)), Ok(runtime)) = (self.0.take(), Handle::try_current()) else { return };
        runtime.spawn(async move {
            if let Err(error) = connector.cancel(&token).await {
                tracing::debug!(%error, "cannot cancel the statement of an abandoned request");
            }
        });
    }
}
