//! Code shared by the product's functions only. A new function uses it and does not change it: each function has its
//! own errors, sentences and field labels.
//!
//! # Public surface
//! - [`serve_function`]: runs a function's process.
//! - [`Fields`], [`Parameters`], [`FieldError`], [`FieldLabels`]: typed reading of JSON fields, query parameters and
//!   form texts. Their errors have the code `validation_failed`.
//! - [`Administrators`], [`Administrator`], [`AdministratorAppData`]: the permission check of administrators'
//!   functions. [`MemberAppData`]: what functions for signed-in people register.
//! - [`AuthService`], [`Storage`]: clients of the auth and storage services. [`Gateway`]: HTTP requests to the stack's
//!   gateway.
//! - [`Email`], [`ImageError`], [`clock`]: e-mail addresses, errors of uploaded images, today's date in Corsica.
//! - [`error_body_with_success`]: the error body `{"success": false, "error": …, "code": …}`.
//!
//! It may depend only on `service-kit`.

#![warn(missing_docs)]

mod administrator;
mod administrator_app_data;
mod auth_service;
pub mod clock;
mod email;
mod error_body;
mod field_error;
mod field_rules;
mod fields;
mod gateway;
mod image_error;
mod member_app_data;
mod parameters;
mod process;
mod sentences;
pub mod storage;

pub use administrator::{Administrator, Administrators};
pub use administrator_app_data::AdministratorAppData;
pub use auth_service::{AuthCall, AuthService, AuthServiceError, Device};
pub use email::Email;
pub use error_body::error_body_with_success;
pub use field_error::{FieldError, FieldLabels, InvalidField};
pub use field_rules::{Integer, is_plain};
pub use fields::Fields;
pub use gateway::{Gateway, GatewayFailure, GatewayResponse};
pub use image_error::ImageError;
pub use member_app_data::MemberAppData;
pub use parameters::Parameters;
pub use process::serve_function;
pub use storage::Storage;
