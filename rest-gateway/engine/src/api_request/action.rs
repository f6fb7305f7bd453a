//! The action that a method and a path name. Rejects unknown paths (PGRST125) and methods that the resource does not
//! support (PGRST101, PGRST117).

use super::percent::decode_segment;
use crate::config::{Config, OpenApiMode};
use crate::error::Error;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    Read { relation: String, head: bool },
    Mutate { relation: String, mutation: Mutation },
    Call { function: String, how: Invocation },
    Root { head: bool },
    RelationOptions { relation: String },
    FunctionOptions { function: String },
    RootOptions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mutation {
    Insert,
    Update,
    /// PUT: an upsert of the one row whose primary key the URL filters by.
    Put,
    Delete,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Invocation {
    Get,
    Head,
    Post,
}

/// The resource that a path names.
pub(super) enum Resource {
    Root,
    Relation(String),
    Function(String),
}

impl Resource {
    pub fn parse(path: &str, config: &Config) -> Result<Resource, Error> {
        let path = path.strip_prefix('/').unwrap_or(path);
        let segments: Vec<String> = match path {
            "" => Vec::new(),
            path => path.split('/').map(decode_segment).collect::<Result<_, _>>()?,
        };
        match segments.as_slice() {
            // Even if `db-root-spec` names a function.
            [] if config.openapi_mode == OpenApiMode::Disabled => Err(Error::OpenApiDisabled),
            [] => Ok(config.db_root_spec.as_deref().map_or(Resource::Root, Resource::root_function)),
            [name] => Ok(Resource::Relation(name.clone())),
            [rpc, name] if rpc == "rpc" => Ok(Resource::Function(name.clone())),
            _ => Err(Error::Path),
        }
    }

    /// `db-root-spec` may name a schema, but the function is looked up in the schema of the request.
    fn root_function(name: &str) -> Resource {
        Resource::Function(name.rsplit('.').next().unwrap_or(name).to_owned())
    }

    pub fn action(self, method: &str) -> Result<Action, Error> {
        Ok(match (self, method) {
            (Resource::Function(function), "HEAD") => Action::Call { function, how: Invocation::Head },
            (Resource::Function(function), "GET") => Action::Call { function, how: Invocation::Get },
            (Resource::Function(function), "POST") => Action::Call { function, how: Invocation::Post },
            (Resource::Function(function), "OPTIONS") => Action::FunctionOptions { function },
            (Resource::Function(_), _) => return Err(Error::RpcMethod(method.to_owned())),
            (Resource::Relation(relation), "HEAD") => Action::Read { relation, head: true },
            (Resource::Relation(relation), "GET") => Action::Read { relation, head: false },
            (Resource::Relation(relation), "POST") => Action::Mutate { relation, mutation: Mutation::Insert },
            (Resource::Relation(relation), "PUT") => Action::Mutate { relation, mutation: Mutation::Put },
            (Resource::Relation(relation), "PATCH") => {
                Action::Mutate { relation, mutation: Mutation::Update }
            }
            (Resource::Relation(relation), "DELETE") => {
                Action::Mutate { relation, mutation: Mutation::Delete }
            }
            (Resource::Relation(relation), "OPTIONS") => Action::RelationOptions { relation },
            (Resource::Root, "HEAD") => Action::Root { head: true },
            (Resource::Root, "GET") => Action::Root { head: false },
            (Resource::Root, "OPTIONS") => Action::RootOptions,
            _ => return Err(Error::Method(method.to_owned())),
        })
    }
}
