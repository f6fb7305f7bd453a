//! Who holds a permit, or waits for one.

use crate::client::ClientKey;

/// A client, or `None` for the engine itself.
pub(in crate::transaction) type Holder = Option<ClientKey>;
