//! The front door over HTTP, with real processes behind it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed setup step fails the test")]

mod access;
mod admin;
mod client;
mod cors;
mod functions;
mod http2;
mod lifecycle;
mod not_found;
mod not_served;
mod observability;
mod page;
mod proxying;
mod rendered;
mod rest;
mod sessions;
mod stack;
mod tls;
mod verify_jwt;
