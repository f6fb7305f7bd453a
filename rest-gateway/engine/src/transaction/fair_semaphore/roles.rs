//! The permits of each role, if there is a limit for them. Holders of a role at its limit are in no queue: they are parked
//! until a permit of the role is released.

use std::collections::VecDeque;

use foldhash::HashMap;

use super::holder::Holder;

pub(super) struct Roles {
    limit: Option<usize>,
    /// The roles that hold a permit, by [`ClientKey::role`](crate::client::ClientKey).
    roles: HashMap<u64, Role>,
}

#[derive(Default)]
struct Role {
    held: usize,
    parked: VecDeque<Holder>,
}

impl Roles {
    pub fn new(limit: Option<usize>) -> Roles {
        Roles { limit, roles: HashMap::default() }
    }

    /// Counts a permit of the holder's role. At the limit all other holders of the role are taken out of `queue`.
    pub fn take(&mut self, holder: Holder, queue: &mut VecDeque<Holder>) {
        let Some((limit, role)) = self.limit.zip(role_of(holder)) else { return };
        let Role { held, parked } = self.roles.entry(role).or_default();
        *held += 1;
        if *held >= limit {
            queue.retain(|queued| {
                let stays = role_of(*queued) != Some(role);
                if !stays {
                    parked.push_back(*queued);
                }
                stays
            });
        }
    }

    /// Takes a permit of the holder's role back. Its parked holders return to `queue`, in their order.
    pub fn release(&mut self, holder: Holder, queue: &mut VecDeque<Holder>) {
        let Some(role) = role_of(holder) else { return };
        let Some(Role { held, parked }) = self.roles.get_mut(&role) else { return };
        *held -= 1;
        queue.extend(parked.drain(..));
        if *held == 0 {
            self.roles.remove(&role);
        }
    }

    pub fn is_at_limit(&self, holder: Holder) -> bool {
        let role = role_of(holder).and_then(|role| self.roles.get(&role));
        role.zip(self.limit).is_some_and(|(role, limit)| role.held >= limit)
    }

    /// Parks a holder whose role is at its limit. Returns false for any other.
    pub fn park(&mut self, holder: Holder) -> bool {
        let is_at_limit = self.is_at_limit(holder);
        let role = role_of(holder).filter(|_| is_at_limit).and_then(|role| self.roles.get_mut(&role));
        role.map(|role| role.parked.push_back(holder)).is_some()
    }

    /// Removes a holder that no longer waits.
    pub fn remove_parked(&mut self, holder: Holder) {
        if let Some(role) = role_of(holder).and_then(|role| self.roles.get_mut(&role)) {
            role.parked.retain(|parked| *parked != holder);
        }
    }

    /// Forgets the parked holders.
    pub fn close(&mut self) {
        self.roles.values_mut().for_each(|role| role.parked.clear());
    }

    /// The holders that are parked with this one.
    pub fn parked_with(&self, holder: Holder) -> usize {
        role_of(holder).and_then(|role| self.roles.get(&role)).map_or(0, |role| role.parked.len())
    }

    /// The limit of every role.
    pub fn limit(&self) -> Option<usize> {
        self.limit
    }
}

fn role_of(holder: Holder) -> Option<u64> {
    holder.map(|client| client.role)
}
