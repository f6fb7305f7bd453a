//! The engine's configuration, under PostgREST's names for its settings.
//!
//! `options` holds the values and their defaults, `settings` sets them from texts.

mod bad_setting;
mod coerce;
mod options;
mod role_settings;
mod settings;
mod share;
mod uri;
mod values;

pub use bad_setting::BadSetting;
pub use coerce::{coerce_bool, coerce_int, coerced};
pub use options::{Config, OpenApiMode, TxEnd};
pub(crate) use role_settings::{RoleSettings, RolesSettings, role_settings};
pub use settings::SettingError;
pub(crate) use settings::names_in_database;
pub use share::{NotAShare, Share};

pub use crate::error::ErrorVerbosity;
