//! Functions that clients can call.

use super::table::QualifiedName;
use crate::api_request::MediaType;
use crate::isolation::Isolation;

#[derive(Debug, Clone)]
pub(crate) struct Routine {
    /// Identifies the overload.
    pub oid: u32,
    pub name: QualifiedName,
    pub description: Option<String>,
    pub parameters: Vec<Parameter>,
    pub returns: Returns,
    /// The output columns: those of `RETURNS TABLE`, and OUT and INOUT parameters.
    pub columns: Vec<String>,
    pub volatility: Volatility,
    /// Settings of the function that apply to its whole transaction (`db-hoisted-tx-settings`).
    pub settings: Vec<(String, String)>,
    pub isolation: Option<Isolation>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Parameter {
    /// Empty for an unnamed parameter.
    pub name: String,
    pub type_name: String,
    /// The type, or a variant of it that does not truncate values.
    pub widest_type: String,
    pub required: bool,
    pub variadic: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Returns {
    pub set: bool,
    pub composite: bool,
    pub type_name: QualifiedName,
    /// Set for a function whose single value is the whole body: its type is a domain named after a media type.
    pub document: Option<Document>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document {
    pub accepted: MediaType,
    pub produced: MediaType,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Volatility {
    Volatile,
    Stable,
    Immutable,
}

impl Routine {
    pub fn returns_void(&self) -> bool {
        self.returns.type_name.name == "void"
    }

    pub fn returns_scalar(&self) -> bool {
        !self.returns.composite && !self.returns.set
    }

    pub fn returns_set_of_scalar(&self) -> bool {
        !self.returns.composite && self.returns.set
    }
}
