//! The fields of a form before its file.

use s3s::{S3ErrorCode, S3Result, s3_error};
use serde_json::{Map, Value};

const META: &str = "x-amz-meta-";

/// Names in lower case, with their values.
#[derive(Default)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// # Errors
    /// `MalformedPOSTRequest` for a second field of the same name, of which a policy could check the other.
    pub fn add(&mut self, name: String, value: String) -> S3Result<()> {
        if self.get(&name).is_some() {
            return Err(S3ErrorCode::MalformedPOSTRequest.into());
        }
        self.0.push((name, value));
        Ok(())
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// # Errors
    /// `InvalidArgument` when there is no such field.
    pub fn required(&self, name: &str) -> S3Result<&str> {
        self.get(name)
            .ok_or_else(|| s3_error!(InvalidArgument, "Bucket POST must contain a field named '{name}'."))
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The fields `x-amz-meta-*`. None without any.
    pub fn user_metadata(&self) -> Option<Value> {
        let fields = self.0.iter().filter_map(|(name, value)| {
            Some((name.strip_prefix(META)?.to_owned(), Value::from(value.as_str())))
        });
        let fields: Map<String, Value> = fields.collect();
        (!fields.is_empty()).then_some(Value::Object(fields))
    }
}
