//! `[realtime]`: limits of channels, broadcasts and presence.

use super::reader::{Kind, Section};
use super::values::Number;

/// The section.
#[derive(Debug, Clone)]
pub struct Realtime {
    pub enabled: bool,
    /// Sockets with at least one channel.
    pub max_concurrent_users: Number<1, 1_000_000>,
    pub max_channels_per_client: Number<1, 10_000>,
    pub max_events_per_second: Number<1, 1_000_000_000>,
    pub max_joins_per_second: Number<1, 1_000_000_000>,
    pub max_presence_events_per_second: Number<1, 1_000_000_000>,
    pub max_payload_size_in_kb: Number<1, 4_000>,
    /// Whether public channels are rejected.
    pub private_only: bool,
    /// Whether presence is on for clients that do not request it.
    pub presence_enabled: bool,
}

impl Realtime {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Realtime {
        section.ignore(&[("ip_version", Kind::Any), ("max_header_length", Kind::Any)]);
        Realtime {
            enabled: section.value("enabled", true),
            max_concurrent_users: section.own("max_concurrent_users", Number(10_000)),
            max_channels_per_client: section.own("max_channels_per_client", Number(100)),
            max_events_per_second: section.own("max_events_per_second", Number(2_500)),
            max_joins_per_second: section.own("max_joins_per_second", Number(2_500)),
            max_presence_events_per_second: section.own("max_presence_events_per_second", Number(1_000)),
            max_payload_size_in_kb: section.own("max_payload_size_in_kb", Number(3_000)),
            private_only: section.own("private_only", false),
            presence_enabled: section.own("presence_enabled", false),
        }
    }

    /// The environment variables of the service.
    pub fn variables(&self) -> impl Iterator<Item = (String, String)> {
        let numbers = [
            ("MAX_CONCURRENT_USERS", self.max_concurrent_users.get()),
            ("MAX_CHANNELS_PER_CLIENT", self.max_channels_per_client.get()),
            ("MAX_EVENTS_PER_SECOND", self.max_events_per_second.get()),
            ("MAX_JOINS_PER_SECOND", self.max_joins_per_second.get()),
            ("MAX_PRESENCE_EVENTS_PER_SECOND", self.max_presence_events_per_second.get()),
            ("MAX_PAYLOAD_SIZE_IN_KB", self.max_payload_size_in_kb.get()),
        ];
        let numbers = numbers.map(|(name, number)| (name, number.to_string()));
        let flags = [("PRIVATE_ONLY", self.private_only), ("PRESENCE_ENABLED", self.presence_enabled)];
        let flags = flags.map(|(name, flag)| (name, flag.to_string()));
        numbers.into_iter().chain(flags).map(|(name, value)| (format!("REALTIME_{name}"), value))
    }
}
