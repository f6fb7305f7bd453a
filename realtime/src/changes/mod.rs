//! Changes of tables for the clients that ask for them: what a client may ask for, who has asked, and what they get.
//!
//! A client's wishes are rows of `realtime.subscription`, and the function `realtime.apply_rls` decides for each change
//! who may see what of it, by privileges, row-level security and filters.
//!
//! - `parameters`, `filter`: what a client asks for. `subscriptions`: who has asked. `delivery`: changes to clients.
//! - `wal_record`: a change in the form that `apply_rls` reads.

mod delivery;
mod filter;
mod parameters;
mod subscriptions;
mod wal_record;

pub(crate) use delivery::Delivery;
pub(crate) use filter::Filter;
pub(crate) use parameters::{ParameterError, Parameters};
pub(crate) use subscriptions::{ChannelTarget, Subscription, Subscriptions};
pub(crate) use wal_record::{PrimaryKeys, wal_record};
