//! Brings a whole stack up and down: Postgres, migrations, sample data, keys, services, the front door.

mod addresses;
mod administrator;
mod buckets;
mod connections;
mod data_folder;
mod database;
mod database_url;
mod detach;
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
mod stop;
mod storage_client;
mod wide_limits;

pub use addresses::Addresses;
pub use data_folder::{DataFolder, FolderError, USUAL_FOLDER, data_flag};
pub use detach::{Starter, start as start_detached};
pub use progress::{between_steps, say};
pub use signals::Signals;
pub use start::{LOG_FOLDER, POSTGRES_FOLDER, StackError, UpOptions, serve, storage_gc, up};
pub use stop::{StopError, Stopped, delete_data, stop};
