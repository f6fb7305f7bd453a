//! Error responses that the front door produces itself. The bodies are those of hosted Supabase where it has one for
//! the case.

mod body_error;
mod gateway_error;
mod headers;

pub(super) use self::body_error::BodyError;
pub(super) use self::gateway_error::GatewayError;
