//! The subscriptions to database changes of the channels of this process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use uuid::Uuid;

use super::parameters::Parameters;
use crate::hub::Outlet;
use crate::protocol::{Push, Reference};
use crate::queue::Wakes;
use crate::token::Claims;

/// A channel that gets changes.
pub(crate) struct ChannelTarget {
    pub(crate) outlet: Outlet,
    pub(crate) join_reference: Reference,
    /// With the prefix.
    pub(crate) topic: String,
    pub(crate) sub_topic: String,
    /// Whether changes come as events `postgres_changes`, and not as events of their action.
    pub(crate) has_config: bool,
}

impl ChannelTarget {
    /// Sends a system message about the subscription.
    pub(crate) fn send_system(&self, status: &str, message: &str) {
        let payload = serde_json::json!({
            "extension": "postgres_changes", "status": status, "message": message, "channel": self.sub_topic,
        });
        let push = Push {
            join_reference: &self.join_reference,
            reference: &Reference::NONE,
            topic: &self.topic,
            event: "system",
            payload: &payload.to_string(),
        };
        self.outlet.send(push.frame(self.outlet.serializer()), &mut Wakes::default());
    }
}

/// One entry of a channel's subscription.
pub(crate) struct Subscription {
    pub(crate) target: Arc<ChannelTarget>,
    /// The entry's id for the client.
    pub(crate) binding: u32,
    pub(crate) parameters: Arc<Parameters>,
    pub(crate) claims: Claims,
}

/// All subscriptions of this process, by the id of their rows.
#[derive(Default)]
pub(crate) struct Subscriptions {
    state: Mutex<State>,
    /// Orders the changes of rows: those of a channel are written beside those of others, but not while rows of all
    /// channels are renewed or deleted.
    rows: RwLock<()>,
}

#[derive(Default)]
struct State {
    by_id: HashMap<Uuid, Subscription>,
    /// Rows that are to be deleted.
    ended: Vec<Uuid>,
}

impl Subscriptions {
    /// Waits until the rows of a channel may be written, and the subscription inserted here.
    pub(crate) async fn shared(&self) -> RwLockReadGuard<'_, ()> {
        self.rows.read().await
    }

    /// Waits until no channel writes its rows.
    pub(crate) async fn exclusive(&self) -> RwLockWriteGuard<'_, ()> {
        self.rows.write().await
    }

    pub(crate) fn insert(&self, id: Uuid, subscription: Subscription) {
        self.state().by_id.insert(id, subscription);
    }

    /// Ends subscriptions. Their rows are deleted later.
    pub(crate) fn end(&self, ids: impl Iterator<Item = Uuid>) {
        let mut state = self.state();
        for id in ids {
            state.by_id.remove(&id);
            state.ended.push(id);
        }
    }

    /// Stops the delivery of changes until the subscriptions are inserted again. Their rows stay.
    pub(crate) fn suspend(&self, ids: impl Iterator<Item = Uuid>) {
        let mut state = self.state();
        ids.for_each(|id| drop(state.by_id.remove(&id)));
    }

    /// Marks the rows of subscriptions for deletion, unless they are in use.
    pub(crate) fn end_if_absent(&self, ids: impl Iterator<Item = Uuid>) {
        let mut state = self.state();
        for id in ids {
            if !state.by_id.contains_key(&id) {
                state.ended.push(id);
            }
        }
    }

    /// The ids, parameters and claims of all subscriptions.
    pub(crate) fn current(&self) -> Vec<(Uuid, Arc<Parameters>, Claims)> {
        let state = self.state();
        let entries = state.by_id.iter();
        entries.map(|(id, it)| (*id, Arc::clone(&it.parameters), it.claims.clone())).collect()
    }

    /// The channels behind these rows, each with the ids of its entries.
    pub(crate) fn targets(&self, ids: &[Uuid]) -> Vec<(Arc<ChannelTarget>, Vec<u32>)> {
        let state = self.state();
        let mut targets: Vec<(Arc<ChannelTarget>, Vec<u32>)> = Vec::new();
        let mut places: HashMap<*const ChannelTarget, usize> = HashMap::new();
        for subscription in ids.iter().filter_map(|id| state.by_id.get(id)) {
            let place = *places.entry(Arc::as_ptr(&subscription.target)).or_insert_with(|| {
                targets.push((Arc::clone(&subscription.target), Vec::new()));
                targets.len() - 1
            });
            targets[place].1.push(subscription.binding);
        }
        targets
    }

    /// The rows that are to be deleted, at most `max`. A row that was written again since is kept.
    pub(crate) fn take_ended(&self, max: usize) -> Vec<Uuid> {
        let mut state = self.state();
        let State { by_id, ended } = &mut *state;
        let taken = ended.len().min(max);
        ended.drain(..taken).filter(|id| !by_id.contains_key(id)).collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
