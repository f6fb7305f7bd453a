//! The input of planning, which every step of it reads.

use crate::api_request::ApiRequest;
use crate::config::Config;
use crate::schema_cache::SchemaCache;

pub(super) struct Planner<'a> {
    pub cache: &'a SchemaCache,
    pub config: &'a Config,
    pub request: &'a ApiRequest,
}
