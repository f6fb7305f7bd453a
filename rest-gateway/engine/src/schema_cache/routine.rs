//! Functions that can be called.

use super::table::QualifiedName;
use crate::api_request::MediaType;
use crate::isolation::Isolation;

#[derive(Debug, Clone)]
pub(crate) struct Routine {
    /// Tells overloads apart.
    pub oid: u32,
    pub name: QualifiedName,
    pub description: Option<String>,
    pub parameters: Vec<Parameter>,
    pub returns: Returns,
    /// The columns that it names itself: those of `RETURNS TABLE`, and what comes back by parameters.
    pub columns: Vec<String>,
    pub volatility: Volatility,
    /// Settings of the function that hold for its whole transaction.
    pub settings: Vec<(String, String)>,
    pub isolation: Option<Isolation>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Parameter {
    /// Empty for an unnamed one.
    pub name: String,
    pub type_name: String,
    /// The type without a length that would cut values.
    pub widest_type: String,
    pub required: bool,
    pub variadic: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Returns {
    pub set: bool,
    pub composite: bool,
    pub type_name: QualifiedName,
    /// Of a function whose one value is a whole document: its type is a domain named after the media type.
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
