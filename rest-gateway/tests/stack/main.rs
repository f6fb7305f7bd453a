//! `rest-gateway up` from an empty folder to its end, with the real programs beside it (`cargo build --workspace`).

// A test whose arrangement fails can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod commands;
mod detached;
mod drop_in;
mod dump;
mod full_disk;
mod given_postgres;
mod life;
mod logging;
mod processes;
mod readme;
mod ready;
mod running;
mod sockets;
mod starting;
mod survival;
mod told_at_start;
