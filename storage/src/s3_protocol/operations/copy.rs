//! Copies an object. The bytes are copied within the backing S3.

use s3s::dto::{CopyObjectInput, CopyObjectOutput, CopyObjectResult, MetadataDirective};
use s3s::{S3Request, S3Result, s3_error};

use super::conditions::Conditions;
use super::convert::{created, e_tag, timestamp, user_metadata};
use super::objects::find;
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::Operation;
use crate::routes::copy::{NewMetadata, copied_metadata, store};
use crate::s3_protocol::copy_source::CopiedObject;
use crate::upload::reservation::{Mode, Target};

/// The source of a copy, which the endpoint has parsed.
pub fn source<T>(request: &S3Request<T>) -> S3Result<CopiedObject> {
    let source = request.extensions.get::<CopiedObject>().cloned();
    source.ok_or_else(|| s3_error!(InvalidArgument, "x-amz-copy-source is missing"))
}

pub async fn copy(
    state: &AppState,
    caller: Caller,
    source: CopiedObject,
    input: CopyObjectInput,
) -> S3Result<CopyObjectOutput> {
    let (bucket, key) = created(&input.bucket, &input.key)?;
    let source = find(state, &caller, Operation::S3_COPY_OBJECT, &source.bucket, &source.key).await?;
    let conditions = Conditions {
        if_match: input.copy_source_if_match,
        if_none_match: input.copy_source_if_none_match,
        if_modified_since: input.copy_source_if_modified_since,
        if_unmodified_since: input.copy_source_if_unmodified_since,
    };
    conditions.check_source(&source.metadata()?)?;

    let directive = input.metadata_directive.as_ref().map(MetadataDirective::as_str);
    let replaces = directive == Some(MetadataDirective::REPLACE);
    let new = NewMetadata { cache_control: input.cache_control, mimetype: input.content_type };
    let metadata = copied_metadata(&source, new, !replaces)?;
    let user_metadata = if replaces { user_metadata(input.metadata) } else { source.user_metadata.clone() };
    let target = Target { bucket, key, owner: caller.owner(), mode: Mode::Upsert, precondition: None };
    let operation = Operation::S3_COPY_OBJECT;
    let object = store(state, caller, operation, &source, &target, metadata, user_metadata).await?;
    let metadata = object.metadata()?;
    let result = CopyObjectResult {
        e_tag: Some(e_tag(&metadata.e_tag)),
        last_modified: Some(timestamp(metadata.last_modified)),
        ..CopyObjectResult::default()
    };
    Ok(CopyObjectOutput { copy_object_result: Some(result), ..CopyObjectOutput::default() })
}
