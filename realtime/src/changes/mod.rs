//! Database changes (`postgres_changes`): subscriptions to tables, and the delivery of changes to their channels.
//!
//! Subscriptions are rows of `realtime.subscription`. For each change the function `realtime.apply_rls` selects the
//! subscriptions that may see it and the columns that they may see, by privileges, row-level security and filters.
//!
//! - `parameters`, `filter`: the entries of a subscription. `subscriptions`: those of this process. `wal_record`: a change
//!   in the form that `apply_rls` reads. `delivery`: sends its results to channels.

mod delivery;
mod filter;
mod parameters;
mod subscriptions;
mod wal_record;

pub(crate) use delivery::Delivery;
pub(crate) use parameters::{ParameterError, Parameters};
pub(crate) use subscriptions::{ChannelTarget, Subscription, Subscriptions};
pub(crate) use wal_record::{PrimaryKeys, wal_record};
