//! User metadata: a JSON object that a client stores with an object.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use service_kit::nul::contains_nul;

use crate::error::{Error, Result};

/// Decodes the header `x-metadata`: JSON in base64.
pub fn from_header(text: &str) -> Result<Value> {
    let json = BASE64_STANDARD.decode(text).map_err(|_| Error::InvalidParameter("x-metadata"))?;
    from_json(&json)
}

/// Parses user metadata. Rejects JSON that is not an object, and strings with NUL, which Postgres cannot store.
pub fn from_json(json: &[u8]) -> Result<Value> {
    let value: Value = serde_json::from_slice(json).map_err(|_| Error::InvalidParameter("metadata"))?;
    if value.is_object() && !contains_nul(&value) {
        Ok(value)
    } else {
        Err(Error::InvalidParameter("metadata"))
    }
}
