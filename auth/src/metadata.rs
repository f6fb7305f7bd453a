//! `app_metadata` and `user_metadata`: JSON objects that an update merges.

use serde_json::{Map, Value};

/// The metadata of an account.
pub(crate) type Metadata = Map<String, Value>;

/// Merges `changes` into `metadata`. A field that is null is removed.
pub(crate) fn merge(metadata: &mut Metadata, changes: Metadata) {
    for (name, value) in changes {
        if value.is_null() {
            metadata.remove(&name);
        } else {
            metadata.insert(name, value);
        }
    }
}
