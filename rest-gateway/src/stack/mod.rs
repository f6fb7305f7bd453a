//! Brings a whole stack up and down: Postgres, migrations, sample data, keys, services, the front door.

mod addresses;
mod administrator;
mod buckets;
mod data_folder;
mod database;
mod database_url;
mod front;
pub mod keys;
mod postgres;
mod progress;
mod rest;
mod roles;
mod secret_store;
mod services;
mod signals;
mod start;
mod storage_client;

pub use addresses::Addresses;
pub use data_folder::{DataFolder, FolderError};
pub use progress::say;
pub use signals::Signals;
pub use start::{StackError, UpOptions, serve, storage_gc, up};
