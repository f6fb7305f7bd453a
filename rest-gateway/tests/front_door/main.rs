//! The front door over HTTP, with real processes behind it.

mod access;
mod admin;
mod client;
mod cors;
mod functions;
mod lifecycle;
mod page;
mod proxying;
mod rest;
mod stack;
mod verify_jwt;
