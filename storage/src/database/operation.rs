//! The operations of the service, by the names of Supabase.

/// The name of an operation, which policies read with `storage.operation()`.
#[derive(Debug, Clone, Copy)]
pub struct Operation(pub &'static str);

impl Operation {
    pub const BUCKET_CREATE: Self = Self("storage.bucket.create");
    pub const BUCKET_EMPTY: Self = Self("storage.bucket.empty");
    pub const BUCKET_DELETE: Self = Self("storage.bucket.delete");
    pub const BUCKET_GET: Self = Self("storage.bucket.get");
    pub const BUCKET_LIST: Self = Self("storage.bucket.list");
    pub const BUCKET_UPDATE: Self = Self("storage.bucket.update");
    pub const OBJECT_COPY: Self = Self("storage.object.copy");
    pub const OBJECT_DELETE: Self = Self("storage.object.delete");
    pub const OBJECT_DELETE_MANY: Self = Self("storage.object.delete_many");
    pub const OBJECT_GET: Self = Self("storage.object.get_authenticated");
    pub const OBJECT_INFO: Self = Self("storage.object.info_authenticated");
    pub const OBJECT_LIST: Self = Self("storage.object.list");
    pub const OBJECT_LIST_V2: Self = Self("storage.object.list_v2");
    pub const OBJECT_MOVE: Self = Self("storage.object.move");
    pub const OBJECT_SIGN: Self = Self("storage.object.sign");
    pub const OBJECT_SIGN_MANY: Self = Self("storage.object.sign_many");
    pub const OBJECT_SIGN_UPLOAD: Self = Self("storage.object.sign_upload_url");
    pub const OBJECT_UPLOAD: Self = Self("storage.object.upload");
    pub const OBJECT_UPDATE: Self = Self("storage.object.upload_update");
    pub const RENDER_AUTHENTICATED: Self = Self("storage.render.image_authenticated");
    pub const RESUMABLE_CREATE: Self = Self("storage.tus.upload.create");
    pub const RESUMABLE_PART: Self = Self("storage.tus.upload.part");
    pub const RESUMABLE_GET: Self = Self("storage.tus.upload.get");
    pub const RESUMABLE_DELETE: Self = Self("storage.tus.upload.delete");
    pub const S3_ABORT_MULTIPART: Self = Self("storage.s3.upload.abort_multipart");
    pub const S3_COMPLETE_MULTIPART: Self = Self("storage.s3.upload.complete_multipart");
    pub const S3_COPY_OBJECT: Self = Self("storage.s3.object.copy");
    pub const S3_CREATE_BUCKET: Self = Self("storage.s3.bucket.create");
    pub const S3_CREATE_MULTIPART: Self = Self("storage.s3.upload.create_multipart");
    pub const S3_DELETE_BUCKET: Self = Self("storage.s3.bucket.delete");
    pub const S3_DELETE_OBJECT: Self = Self("storage.s3.object.delete");
    pub const S3_DELETE_OBJECTS: Self = Self("storage.s3.object.delete_many");
    pub const S3_GET_BUCKET_LOCATION: Self = Self("storage.s3.bucket.get_location");
    pub const S3_GET_BUCKET_VERSIONING: Self = Self("storage.s3.bucket.get_versioning");
    pub const S3_GET_OBJECT: Self = Self("storage.s3.object.get");
    pub const S3_GET_OBJECT_TAGGING: Self = Self("storage.s3.object.get_tagging");
    pub const S3_HEAD_BUCKET: Self = Self("storage.s3.bucket.head");
    pub const S3_HEAD_OBJECT: Self = Self("storage.s3.object.info");
    pub const S3_LIST_BUCKETS: Self = Self("storage.s3.bucket.list");
    pub const S3_LIST_MULTIPART: Self = Self("storage.s3.upload.list_multipart");
    pub const S3_LIST_OBJECTS: Self = Self("storage.s3.object.list");
    pub const S3_LIST_PARTS: Self = Self("storage.s3.upload.list_parts");
    pub const S3_UPLOAD: Self = Self("storage.s3.upload");
    pub const S3_UPLOAD_PART: Self = Self("storage.s3.upload.part");
    pub const S3_UPLOAD_PART_COPY: Self = Self("storage.s3.upload.part_copy");
}
