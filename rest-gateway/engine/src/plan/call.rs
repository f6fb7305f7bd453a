//! The plan of a function call, with overload resolution. Rejects a call that no overload accepts (PGRST202) or that
//! several accept (PGRST203).

use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;

use super::mutate::{TypedColumn, TypedPayload, needed_columns};
use super::planner::Planner;
use super::read::Root;
use super::tree::ReadPlan;
use crate::api_request::{Invocation, MediaType, Payload};
use crate::error::{Error, LOOSE_SIMILARITY, MIN_SIMILARITY, closest_match};
use crate::schema_cache::{Parameter, QualifiedName, Routine};

#[derive(Debug)]
pub(crate) struct CallPlan {
    pub routine: Arc<Routine>,
    pub arguments: Arguments,
    /// The columns of the returned rows that the response needs.
    pub returning: Vec<String>,
}

#[derive(Debug)]
pub(crate) enum Arguments {
    None,
    /// The whole body, for a single unnamed parameter.
    Unnamed {
        type_name: String,
        value: Bytes,
    },
    Json {
        payload: TypedPayload,
        variadic: Option<String>,
    },
    Direct(Vec<DirectArgument>),
}

#[derive(Debug)]
pub(crate) struct DirectArgument {
    pub name: String,
    pub type_name: String,
    pub value: ArgumentValue,
}

#[derive(Debug)]
pub(crate) enum ArgumentValue {
    One(String),
    /// The values of a repeated key.
    Variadic(Vec<String>),
}

impl Planner<'_> {
    pub fn call_plan(&self, function: &str, how: Invocation) -> Result<(CallPlan, ReadPlan), Error> {
        let keys = self.argument_keys();
        let routine = self.find_routine(function, &keys, how)?.clone();
        let arguments = self.arguments(&routine, &keys)?;
        let rows_of =
            if routine.returns.composite { &routine.returns.type_name.name } else { &routine.name.name };
        let read = self.read_plan(
            &QualifiedName::new(&self.request.schema, rows_of),
            Root::Called,
            &routine.columns,
        )?;
        let returning = needed_columns(&read);
        Ok((CallPlan { routine, arguments, returning }, read))
    }

    fn argument_keys(&self) -> BTreeSet<&str> {
        match &self.request.payload {
            Some(Payload::Json(json)) => json.keys.iter().map(String::as_str).collect(),
            Some(Payload::Arguments(pairs)) => pairs.iter().map(|(key, _)| key.as_str()).collect(),
            Some(Payload::Raw(_)) => BTreeSet::new(),
            None => self.request.query.arguments.iter().map(|(key, _)| key.as_str()).collect(),
        }
    }

    /// The overload that accepts arguments with these names, or else one that takes the whole body.
    pub fn find_routine(
        &self,
        name: &str,
        keys: &BTreeSet<&str>,
        how: Invocation,
    ) -> Result<&Arc<Routine>, Error> {
        let qualified = QualifiedName::new(&self.request.schema, name);
        let overloads = self.cache.routines.get(&qualified).map(Vec::as_slice).unwrap_or_default();
        let is_post = how == Invocation::Post;
        let raw = is_post && self.request.content_type.is_raw();
        let matching: Vec<&Arc<Routine>> =
            overloads.iter().filter(|routine| accepts_arguments(routine, keys, raw)).collect();
        let matching = if matching.is_empty() && is_post {
            overloads.iter().filter(|routine| accepts_body(routine, &self.request.content_type)).collect()
        } else {
            matching
        };
        match matching.as_slice() {
            [only] => Ok(only),
            [] => Err(self.no_function(name, keys, overloads, is_post)),
            several => Err(Error::AmbiguousFunction(
                several.iter().map(|r| signature(r)).collect::<Vec<_>>().join(", "),
            )),
        }
    }

    fn arguments(&self, routine: &Routine, keys: &BTreeSet<&str>) -> Result<Arguments, Error> {
        let passed: Vec<&Parameter> =
            routine.parameters.iter().filter(|parameter| keys.contains(parameter.name.as_str())).collect();
        let unnamed = match routine.parameters.as_slice() {
            [only] if only.name.is_empty() => Some(only),
            _ => None,
        };
        Ok(match (&self.request.payload, unnamed) {
            (Some(Payload::Json(json)), Some(only)) => {
                Arguments::Unnamed { type_name: only.type_name.clone(), value: json.text.clone() }
            }
            (Some(Payload::Raw(body)), Some(only)) => {
                Arguments::Unnamed { type_name: only.type_name.clone(), value: body.clone() }
            }
            _ if passed.is_empty() => Arguments::None,
            (Some(Payload::Json(json)), None) => Arguments::Json {
                payload: TypedPayload {
                    text: json.text.clone(),
                    is_object: json.is_object,
                    columns: passed.iter().map(|parameter| typed_column(parameter)).collect(),
                    values: None,
                    missing_is_default: false,
                },
                variadic: passed
                    .iter()
                    .find(|parameter| parameter.variadic)
                    .map(|parameter| parameter.name.clone()),
            },
            (Some(Payload::Arguments(pairs)), _) => Arguments::Direct(direct_arguments(&passed, pairs)),
            _ => Arguments::Direct(direct_arguments(&passed, &self.request.query.arguments)),
        })
    }

    fn no_function(
        &self,
        name: &str,
        keys: &BTreeSet<&str>,
        overloads: &[Arc<Routine>],
        is_post: bool,
    ) -> Error {
        let schema = &self.request.schema;
        let names: Vec<&str> = keys.iter().copied().collect();
        let list = names.join(", ");
        let content_type = &self.request.content_type;
        let raw = is_post && content_type.is_raw();
        let (argument_list, described) = match names.len() {
            0 => (" without parameters".to_owned(), " without parameters".to_owned()),
            1 => (format!("({list})"), format!(" with parameter {list}")),
            _ => (format!("({list})"), format!(" with parameters {list}")),
        };
        let searched = match content_type {
            MediaType::Text if is_post => " with a single unnamed text parameter".to_owned(),
            MediaType::Xml if is_post => " with a single unnamed xml parameter".to_owned(),
            MediaType::OctetStream if is_post => " with a single unnamed bytea parameter".to_owned(),
            MediaType::Json if is_post => {
                format!("{described} or with a single unnamed json/jsonb parameter")
            }
            _ => described,
        };
        let argument_list = if raw { String::new() } else { argument_list };
        Error::NoFunction {
            message: format!(
                "Could not find the function {schema}.{name}{argument_list} in the schema cache"
            ),
            details: format!(
                "Searched for the function {schema}.{name}{searched}, but no matches were found in the schema cache."
            ),
            suggestion: if raw { None } else { self.suggest_function(name, &list, overloads) },
        }
    }

    fn suggest_function(&self, name: &str, parameters: &str, overloads: &[Arc<Routine>]) -> Option<String> {
        let schema = &self.request.schema;
        if overloads.is_empty() {
            let known = self.cache.routines.keys().filter(|known| known.schema == *schema);
            let suggestion = closest_match(name, known.map(|known| known.name.as_str()), MIN_SIMILARITY)?;
            return Some(format!("Perhaps you meant to call the function {schema}.{suggestion}"));
        }
        let lists: Vec<String> = overloads.iter().map(|routine| sorted_parameters(routine)).collect();
        let suggestion =
            closest_match(&format!("({parameters})"), lists.iter().map(String::as_str), LOOSE_SIMILARITY)?;
        Some(format!("Perhaps you meant to call the function {schema}.{name}{suggestion}"))
    }
}

/// True when the routine can be called with exactly these named arguments.
fn accepts_arguments(routine: &Routine, keys: &BTreeSet<&str>, raw_body: bool) -> bool {
    if routine.parameters.is_empty() {
        return keys.is_empty() && !raw_body;
    }
    let required_are_there =
        routine.parameters.iter().filter(|p| p.required).all(|p| keys.contains(p.name.as_str()));
    let all_are_known = keys.iter().all(|key| routine.parameters.iter().any(|p| p.name == *key));
    required_are_there && all_are_known
}

/// True when the routine has a single unnamed parameter for a body of this type.
fn accepts_body(routine: &Routine, content_type: &MediaType) -> bool {
    let [only] = routine.parameters.as_slice() else { return false };
    matches!(
        (content_type, only.type_name.as_str()),
        (MediaType::Json, "json" | "jsonb")
            | (MediaType::Text, "text")
            | (MediaType::Xml, "xml")
            | (MediaType::OctetStream, "bytea")
    ) && only.name.is_empty()
}

fn typed_column(parameter: &Parameter) -> TypedColumn {
    TypedColumn {
        name: parameter.name.clone(),
        type_name: parameter.widest_type.clone(),
        base_type: parameter.widest_type.clone(),
        default: None,
        input_cast: None,
    }
}

fn direct_arguments(passed: &[&Parameter], pairs: &[(String, String)]) -> Vec<DirectArgument> {
    passed
        .iter()
        .map(|parameter| {
            let mut values: Vec<String> = pairs
                .iter()
                .filter(|(key, _)| *key == parameter.name)
                .map(|(_, value)| value.clone())
                .collect();
            let value = if parameter.variadic {
                ArgumentValue::Variadic(values)
            } else {
                ArgumentValue::One(values.pop().unwrap_or_default())
            };
            DirectArgument { name: parameter.name.clone(), type_name: parameter.widest_type.clone(), value }
        })
        .collect()
}

fn sorted_parameters(routine: &Routine) -> String {
    let mut names: Vec<&str> = routine.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    names.sort_unstable();
    format!("({})", names.join(", "))
}

fn signature(routine: &Routine) -> String {
    let parameters: Vec<String> =
        routine.parameters.iter().map(|p| format!("{} => {}", p.name, p.type_name)).collect();
    format!("{}.{}({})", routine.name.schema, routine.name.name, parameters.join(", "))
}
