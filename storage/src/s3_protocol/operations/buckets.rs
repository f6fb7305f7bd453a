//! Buckets: list, create, delete, and what clients ask about one.

use s3s::dto::{
    Bucket as ListedBucket, BucketCannedACL, BucketLocationConstraint, BucketVersioningStatus,
    CreateBucketInput, CreateBucketOutput, DeleteBucketInput, DeleteBucketOutput, GetBucketLocationInput,
    GetBucketLocationOutput, GetBucketVersioningInput, GetBucketVersioningOutput, HeadBucketInput,
    HeadBucketOutput, ListBucketsInput, ListBucketsOutput,
};
use s3s::{S3ErrorCode, S3Result};

use super::convert::{existing_bucket, timestamp};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::Operation;
use crate::database::buckets::{self, BucketPage, NewBucket, SortColumn};
use crate::error::{Error, Result};
use crate::names::BucketName;
use crate::routes::bucket;

/// The most buckets in a page.
const MAX_BUCKETS: i32 = 10_000;

pub async fn list(state: &AppState, caller: &Caller, input: ListBucketsInput) -> S3Result<ListBucketsOutput> {
    let limit = input.max_buckets.unwrap_or(MAX_BUCKETS).clamp(1, MAX_BUCKETS);
    let page =
        BucketPage { limit: None, offset: 0, sort_column: SortColumn::Id, descending: false, search: None };
    let prefix = input.prefix.as_deref().unwrap_or_default();
    let after = input.continuation_token.as_deref().unwrap_or_default();
    let mut found = bucket::list_buckets(state, caller, Operation::S3_LIST_BUCKETS, &page).await?;
    found.retain(|bucket| bucket.id.starts_with(prefix) && bucket.id.as_str() > after);
    found.sort_by(|one, other| one.id.cmp(&other.id));
    let is_truncated = found.len() > limit.unsigned_abs() as usize;
    found.truncate(limit.unsigned_abs() as usize);
    let token = found.last().filter(|_| is_truncated).map(|bucket| bucket.id.clone());
    let buckets = found.into_iter().map(|bucket| ListedBucket {
        bucket_region: None,
        creation_date: Some(timestamp(bucket.created_at)),
        name: Some(bucket.id),
    });
    Ok(ListBucketsOutput {
        buckets: Some(buckets.collect()),
        continuation_token: token,
        owner: None,
        prefix: input.prefix,
    })
}

/// A bucket with the ACL `public-read` is public.
pub async fn create(
    state: &AppState,
    caller: &Caller,
    input: CreateBucketInput,
) -> S3Result<CreateBucketOutput> {
    let name = BucketName::parse(&input.bucket).map_err(|_| Error::InvalidBucketName)?;
    let acl = input.acl.as_ref().map(BucketCannedACL::as_str);
    let bucket = NewBucket {
        id: &name,
        name: &name,
        owner: &caller.owner(),
        public: matches!(acl, Some(BucketCannedACL::PUBLIC_READ | BucketCannedACL::PUBLIC_READ_WRITE)),
        file_size_limit: None,
        allowed_mime_types: None,
    };
    match bucket::insert_bucket(state, caller, Operation::S3_CREATE_BUCKET, bucket).await {
        Ok(()) => Ok(CreateBucketOutput { location: Some(format!("/{name}")) }),
        Err(Error::AlreadyExists) => Err(S3ErrorCode::BucketAlreadyExists.into()),
        Err(error) => Err(error.into()),
    }
}

pub async fn delete(
    state: &AppState,
    caller: &Caller,
    input: DeleteBucketInput,
) -> S3Result<DeleteBucketOutput> {
    let name = existing_bucket(&input.bucket)?;
    bucket::delete_bucket(state, caller, Operation::S3_DELETE_BUCKET, &name).await?;
    Ok(DeleteBucketOutput::default())
}

pub async fn head(
    state: &AppState,
    caller: &Caller,
    region: &str,
    input: HeadBucketInput,
) -> S3Result<HeadBucketOutput> {
    find(state, caller, Operation::S3_HEAD_BUCKET, &input.bucket).await?;
    Ok(HeadBucketOutput { bucket_region: Some(region.to_owned()), ..HeadBucketOutput::default() })
}

pub async fn location(
    state: &AppState,
    caller: &Caller,
    region: &str,
    input: GetBucketLocationInput,
) -> S3Result<GetBucketLocationOutput> {
    find(state, caller, Operation::S3_GET_BUCKET_LOCATION, &input.bucket).await?;
    let constraint = BucketLocationConstraint::from(region.to_owned());
    Ok(GetBucketLocationOutput { location_constraint: Some(constraint) })
}

/// Buckets keep one version of an object.
pub async fn versioning(
    state: &AppState,
    caller: &Caller,
    input: GetBucketVersioningInput,
) -> S3Result<GetBucketVersioningOutput> {
    find(state, caller, Operation::S3_GET_BUCKET_VERSIONING, &input.bucket).await?;
    let status = BucketVersioningStatus::from_static(BucketVersioningStatus::SUSPENDED);
    Ok(GetBucketVersioningOutput { status: Some(status), ..GetBucketVersioningOutput::default() })
}

/// A bucket that the caller sees.
async fn find(
    state: &AppState,
    caller: &Caller,
    operation: Operation,
    name: &str,
) -> Result<buckets::Bucket> {
    let name = existing_bucket(name)?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin_as(caller, operation).await?;
    buckets::find(&transaction, name.as_str()).await
}
