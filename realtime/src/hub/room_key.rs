//! Names of rooms.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The prefix of clients' topics.
pub(crate) const TOPIC_PREFIX: &str = "realtime:";

/// Names a room.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct RoomKey {
    pub(crate) private: bool,
    /// The topic without `realtime:`.
    #[serde(serialize_with = "as_text", deserialize_with = "shared_text")]
    pub(crate) sub_topic: Arc<str>,
}

fn as_text<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

fn shared_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<str>, D::Error> {
    String::deserialize(deserializer).map(Arc::from)
}
