//! Notifies channels that request it as soon as broadcasts from the database are available.

use std::time::Duration;

use tokio::time::Instant;

use super::Socket;

const INTERVAL: Duration = Duration::from_millis(500);

impl Socket {
    /// Notifies the waiting channels, or sends them an error after the timeout.
    pub(super) fn check_replication(&mut self, now: Instant) {
        let is_ready = *self.state.replication_ready.borrow();
        let (mut ready, mut late) = (Vec::new(), Vec::new());
        for (topic, channel) in &mut self.channels {
            let Some(wait) = channel.replication_wait.as_mut().filter(|wait| wait.check_at <= now) else {
                continue;
            };
            if is_ready {
                channel.replication_wait = None;
                ready.push(topic.clone());
            } else if wait.gives_up_at <= now {
                late.push(topic.clone());
            } else {
                wait.check_at = now + INTERVAL;
            }
        }
        for topic in ready {
            if let Some(channel) = self.channels.get(&topic) {
                self.push_system(channel, &topic, "system", "ok", "Replication connection established");
            }
        }
        for topic in late {
            self.shut_down(&topic, "Replication connection was not established in time");
        }
    }
}
