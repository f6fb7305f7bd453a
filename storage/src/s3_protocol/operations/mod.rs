//! The operations, as `s3s` calls them. Each runs as the caller, with the statements and policies of the rest of the
//! API.

mod buckets;
mod conditions;
mod convert;
mod copy;
mod listing;
mod multipart;
mod objects;
mod parts;
mod uploads;

use async_trait::async_trait;
use s3s::dto::*;
use s3s::{S3, S3Request, S3Response, S3Result, s3_error};

use crate::app_state::AppState;
use crate::caller::Caller;

/// The operations of one process.
pub struct Operations {
    state: AppState,
    region: String,
}

impl Operations {
    pub fn new(state: AppState, region: String) -> Self {
        Self { state, region }
    }
}

/// The caller that the endpoint has verified.
fn caller<T>(request: &S3Request<T>) -> S3Result<Caller> {
    let caller = request.extensions.get::<Caller>().cloned();
    caller.ok_or_else(|| s3_error!(AccessDenied, "Missing signature"))
}

#[async_trait]
impl S3 for Operations {
    async fn list_buckets(
        &self,
        request: S3Request<ListBucketsInput>,
    ) -> S3Result<S3Response<ListBucketsOutput>> {
        buckets::list(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn create_bucket(
        &self,
        request: S3Request<CreateBucketInput>,
    ) -> S3Result<S3Response<CreateBucketOutput>> {
        buckets::create(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn delete_bucket(
        &self,
        request: S3Request<DeleteBucketInput>,
    ) -> S3Result<S3Response<DeleteBucketOutput>> {
        buckets::delete(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn head_bucket(
        &self,
        request: S3Request<HeadBucketInput>,
    ) -> S3Result<S3Response<HeadBucketOutput>> {
        let caller = caller(&request)?;
        buckets::head(&self.state, &caller, &self.region, request.input).await.map(S3Response::new)
    }

    async fn get_bucket_location(
        &self,
        request: S3Request<GetBucketLocationInput>,
    ) -> S3Result<S3Response<GetBucketLocationOutput>> {
        let caller = caller(&request)?;
        buckets::location(&self.state, &caller, &self.region, request.input).await.map(S3Response::new)
    }

    async fn get_bucket_versioning(
        &self,
        request: S3Request<GetBucketVersioningInput>,
    ) -> S3Result<S3Response<GetBucketVersioningOutput>> {
        buckets::versioning(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn list_objects(
        &self,
        request: S3Request<ListObjectsInput>,
    ) -> S3Result<S3Response<ListObjectsOutput>> {
        listing::list_objects(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn list_objects_v2(
        &self,
        request: S3Request<ListObjectsV2Input>,
    ) -> S3Result<S3Response<ListObjectsV2Output>> {
        listing::list_objects_v2(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn list_object_versions(
        &self,
        request: S3Request<ListObjectVersionsInput>,
    ) -> S3Result<S3Response<ListObjectVersionsOutput>> {
        listing::list_versions(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn get_object(&self, request: S3Request<GetObjectInput>) -> S3Result<S3Response<GetObjectOutput>> {
        objects::get(&self.state, &caller(&request)?, request.input).await
    }

    async fn head_object(
        &self,
        request: S3Request<HeadObjectInput>,
    ) -> S3Result<S3Response<HeadObjectOutput>> {
        objects::head(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn get_object_tagging(
        &self,
        request: S3Request<GetObjectTaggingInput>,
    ) -> S3Result<S3Response<GetObjectTaggingOutput>> {
        objects::tagging(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn put_object(&self, request: S3Request<PutObjectInput>) -> S3Result<S3Response<PutObjectOutput>> {
        objects::put(&self.state, caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn delete_object(
        &self,
        request: S3Request<DeleteObjectInput>,
    ) -> S3Result<S3Response<DeleteObjectOutput>> {
        objects::delete(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn delete_objects(
        &self,
        request: S3Request<DeleteObjectsInput>,
    ) -> S3Result<S3Response<DeleteObjectsOutput>> {
        objects::delete_many(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn copy_object(
        &self,
        request: S3Request<CopyObjectInput>,
    ) -> S3Result<S3Response<CopyObjectOutput>> {
        let source = copy::source(&request)?;
        copy::copy(&self.state, caller(&request)?, source, request.input).await.map(S3Response::new)
    }

    async fn create_multipart_upload(
        &self,
        request: S3Request<CreateMultipartUploadInput>,
    ) -> S3Result<S3Response<CreateMultipartUploadOutput>> {
        multipart::create(&self.state, caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn upload_part(
        &self,
        request: S3Request<UploadPartInput>,
    ) -> S3Result<S3Response<UploadPartOutput>> {
        parts::upload(&self.state, caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn upload_part_copy(
        &self,
        request: S3Request<UploadPartCopyInput>,
    ) -> S3Result<S3Response<UploadPartCopyOutput>> {
        let source = copy::source(&request)?;
        parts::copy(&self.state, caller(&request)?, source, request.input).await.map(S3Response::new)
    }

    async fn list_parts(&self, request: S3Request<ListPartsInput>) -> S3Result<S3Response<ListPartsOutput>> {
        parts::list(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn list_multipart_uploads(
        &self,
        request: S3Request<ListMultipartUploadsInput>,
    ) -> S3Result<S3Response<ListMultipartUploadsOutput>> {
        uploads::list(&self.state, &caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn complete_multipart_upload(
        &self,
        request: S3Request<CompleteMultipartUploadInput>,
    ) -> S3Result<S3Response<CompleteMultipartUploadOutput>> {
        multipart::complete(&self.state, caller(&request)?, request.input).await.map(S3Response::new)
    }

    async fn abort_multipart_upload(
        &self,
        request: S3Request<AbortMultipartUploadInput>,
    ) -> S3Result<S3Response<AbortMultipartUploadOutput>> {
        multipart::abort(&self.state, caller(&request)?, request.input).await.map(S3Response::new)
    }
}
