//! The subscription of a channel to changes of tables: written after the join, and again after a new token.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use actix_web::web::Data;
use uuid::Uuid;

use super::join_options::RequestedChanges;
use crate::app_state::AppState;
use crate::changes::{ChannelTarget, ParameterError, Parameters, Subscription};
use crate::database::SubscribeError;
use crate::token::Claims;

/// How long a subscription waits until changes can be read.
const READY_TIMEOUT: Duration = Duration::from_secs(15);
/// The pause before another attempt.
const RETRY: std::ops::Range<Duration> = Duration::from_secs(5)..Duration::from_secs(10);

/// The entries of a channel. Dropping it ends the subscription.
pub(super) struct ChannelChanges {
    state: Data<AppState>,
    requested: Arc<Requested>,
}

struct Requested {
    target: Arc<ChannelTarget>,
    entries: Vec<(Uuid, RequestedChanges)>,
    /// Incremented by each new token and at the end. An attempt with an earlier number stops.
    generation: AtomicU32,
    /// Held while the rows are written, so that an attempt with an earlier token does not overwrite a later one.
    writing: tokio::sync::Mutex<()>,
}

#[derive(Debug, thiserror::Error)]
enum ChangesError {
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    #[error(transparent)]
    Subscribe(#[from] SubscribeError),
    #[error("changes cannot be read from the database")]
    NotReady,
}

impl ChangesError {
    fn is_temporary(&self) -> bool {
        matches!(self, ChangesError::NotReady | ChangesError::Subscribe(SubscribeError::Database(_)))
    }
}

impl ChannelChanges {
    /// Begins to subscribe.
    pub(super) fn subscribe(
        state: Data<AppState>,
        target: ChannelTarget,
        entries: Vec<RequestedChanges>,
        claims: Claims,
    ) -> ChannelChanges {
        let node = state.publisher.node();
        let entries = entries.into_iter().map(|entry| (node.subscription_id(), entry)).collect();
        let target = Arc::new(target);
        let requested = Requested {
            target,
            entries,
            generation: AtomicU32::new(0),
            writing: tokio::sync::Mutex::default(),
        };
        let changes = ChannelChanges { state, requested: Arc::new(requested) };
        changes.resubscribe(claims);
        changes
    }

    /// Writes the subscription again, with the claims of a new token.
    pub(super) fn resubscribe(&self, claims: Claims) {
        let (state, requested) = (self.state.clone(), Arc::clone(&self.requested));
        let generation = requested.generation.fetch_add(1, Ordering::Relaxed) + 1;
        actix_web::rt::spawn(async move { requested.subscribe(&state, &claims, generation).await });
    }
}

impl Drop for ChannelChanges {
    fn drop(&mut self) {
        self.requested.generation.fetch_add(1, Ordering::Relaxed);
        self.state.subscriptions.end(self.requested.ids());
    }
}

impl Requested {
    fn ids(&self) -> impl Iterator<Item = Uuid> {
        self.entries.iter().map(|(id, _)| *id)
    }

    async fn subscribe(&self, state: &AppState, claims: &Claims, generation: u32) {
        let is_current = || self.generation.load(Ordering::Relaxed) == generation;
        while is_current() {
            let Err(error) = self.try_subscribe(state, claims, is_current).await else { return };
            tracing::debug!(code = "RealtimeDisabledForConfiguration", "{error}");
            if !is_current() {
                return;
            }
            self.target.send_system("error", &error.to_string());
            // Otherwise changes would go on with the claims of an earlier token.
            if !error.is_temporary() {
                state.subscriptions.end(self.ids());
                return;
            }
            state.subscriptions.suspend(self.ids());
            tokio::time::sleep(rand::random_range(RETRY)).await;
        }
    }

    /// Subscribes, unless the channel has ended or has a newer token, with which it subscribes again.
    async fn try_subscribe(
        &self,
        state: &AppState,
        claims: &Claims,
        is_current: impl Fn() -> bool,
    ) -> Result<(), ChangesError> {
        let parse = |entry: &RequestedChanges| Parameters::parse(&entry.parameters).map(Arc::new);
        let rows = self.entries.iter().map(|(id, entry)| Ok((*id, parse(entry)?)));
        let rows = rows.collect::<Result<Vec<_>, ParameterError>>()?;
        let mut ready = state.replication_ready.clone();
        let waiting = tokio::time::timeout(READY_TIMEOUT, ready.wait_for(|ready| *ready));
        if !matches!(waiting.await, Ok(Ok(_))) {
            return Err(ChangesError::NotReady);
        }
        let _shared = state.subscriptions.shared().await;
        let _writing = self.writing.lock().await;
        if !is_current() {
            return Ok(());
        }
        state.database.subscribe(&rows, claims).await?;
        if !is_current() {
            state.subscriptions.end_if_absent(self.ids());
            return Ok(());
        }
        for ((id, entry), (_, parameters)) in self.entries.iter().zip(rows) {
            let (target, claims) = (Arc::clone(&self.target), claims.clone());
            let subscription = Subscription { target, binding: entry.id, parameters, claims };
            state.subscriptions.insert(*id, subscription);
        }
        self.target.send_system("ok", "Subscribed to PostgreSQL");
        Ok(())
    }
}

/// Deletes the rows of ended subscriptions for as long as the process runs.
pub(crate) async fn delete_ended(state: Data<AppState>) {
    const INTERVAL: Duration = Duration::from_secs(15);
    const MAX: usize = 1000;
    loop {
        tokio::time::sleep(INTERVAL).await;
        loop {
            let _exclusive = state.subscriptions.exclusive().await;
            let ended = state.subscriptions.take_ended(MAX);
            if ended.is_empty() {
                break;
            }
            let deleted = state.database.unsubscribe(&ended).await;
            if let Err(error) = deleted {
                tracing::warn!(code = "SubscriptionDeletionFailed", "{error}");
                state.subscriptions.end(ended.into_iter());
                break;
            }
        }
    }
}
