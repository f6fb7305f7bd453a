//! Uploads by HTML forms: `POST /{bucket}` with `multipart/form-data`, whose fields a signed policy allows.
//!
//! Rejects a form without policy or file, one that its policy does not allow, and one whose policy has expired. The file
//! is the last field, and is streamed.

mod fields;
mod policy;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, ETAG, LOCATION};
use chrono::Utc;
use futures_util::{Stream, StreamExt, stream};
use multer::{Field, Multipart};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use s3s::dto::{PostResponse, Timestamp};
use s3s::post_policy::PostPolicy;
use s3s::{S3Error, S3ErrorCode, S3Result, s3_error, xml};
use service_kit::multipart::{PartError, read_part};

use self::fields::Fields;
use super::body::{BodyError, RawBody};
use super::incoming::Incoming;
use super::settings::Settings;
use super::signature::authorization::{ALGORITHM, Credential, parse_time};
use super::signature::{self, Identity, SignatureError};
use crate::app_state::AppState;
use crate::database::objects::Object;
use crate::database::{Operation, sessions};
use crate::error::{Error, Result};
use crate::headers::storable_value;
use crate::names::{BucketName, ObjectKey};
use crate::upload;
use crate::upload::content::Content;
use crate::upload::reservation::{Mode, Permission, Target};
use crate::upload::upload_request::{
    DEFAULT_CACHE_CONTROL, DEFAULT_MIMETYPE, UploadRequest, forward, limit_preamble,
};

/// The most fields before the file.
const MAX_FIELDS: usize = 50;
/// The largest field in bytes.
const MAX_FIELD_BYTES: usize = 64 * 1024;
const FILE: &str = "file";

/// Stores the file of a form.
pub async fn upload(
    state: &AppState,
    settings: &Settings,
    incoming: &Incoming<'_>,
    body: RawBody,
) -> S3Result<HttpResponse> {
    let bucket = incoming.path.trim_matches('/');
    let bucket = BucketName::parse(bucket).map_err(|_| S3ErrorCode::NoSuchBucket)?;
    let content_type = incoming.header(CONTENT_TYPE.as_str()).unwrap_or_default();
    let boundary = multer::parse_boundary(content_type).map_err(|_| S3ErrorCode::MalformedPOSTRequest)?;
    let at_file = Arc::new(AtomicBool::new(false));
    let mut form = Multipart::new(limit_preamble(body, at_file.clone()), boundary);
    let (fields, file) = read_fields(&mut form).await?;
    at_file.store(true, Ordering::Relaxed);

    let (identity, policy) = authorize(state, settings, &fields, &bucket)?;
    if settings.checks_sessions {
        check_session(state, &identity).await?;
    }
    let caller = identity.into_caller(incoming.request);
    let name = file.file_name().unwrap_or_default();
    let key = ObjectKey::parse(&fields.required("key")?.replace("${filename}", name))?;
    let mimetype = fields.get("content-type").unwrap_or(DEFAULT_MIMETYPE);
    let upload = UploadRequest {
        mimetype: storable_value(mimetype)?,
        cache_control: storable_value(fields.get("cache-control").unwrap_or(DEFAULT_CACHE_CONTROL))?,
        x_robots_tag: None,
        user_metadata: fields.user_metadata(),
        content: Content::new(in_range(forward(form, file), policy.content_length_range()), None),
    };
    let target = Target { bucket, key, owner: caller.owner(), mode: Mode::Upsert, precondition: None };
    let permission = Permission::Check(caller, Operation::S3_UPLOAD);
    let object = upload::store(state, &permission, &target, upload).await?;
    respond(&object, &fields)
}

/// Reads the fields up to the file.
async fn read_fields(form: &mut Multipart<'static>) -> S3Result<(Fields, Field<'static>)> {
    let mut fields = Fields::default();
    for _ in 0..=MAX_FIELDS {
        let field = form.next_field().await.map_err(|error| Error::from(PartError::<Error>::from(error)))?;
        let mut field = field.ok_or_else(|| {
            s3_error!(InvalidArgument, "POST requires exactly one file upload per request.")
        })?;
        let name = field.name().unwrap_or_default().to_ascii_lowercase();
        if name == FILE {
            return Ok((fields, field));
        }
        let value = read_part::<Error>(&mut field, MAX_FIELD_BYTES, |_| ()).await;
        let value = String::from_utf8(value.map_err(Error::from)?);
        fields.add(name, value.map_err(|_| S3ErrorCode::MalformedPOSTRequest)?)?;
    }
    Err(s3_error!(MalformedPOSTRequest, "the form has too many fields"))
}

/// Verifies the policy and its signature, and that it allows the fields.
fn authorize(
    state: &AppState,
    settings: &Settings,
    fields: &Fields,
    bucket: &BucketName,
) -> S3Result<(Identity, PostPolicy)> {
    let encoded = fields.get("policy").ok_or(SignatureError::Missing)?;
    if fields.required("x-amz-algorithm")? != ALGORITHM {
        return Err(SignatureError::Malformed("the algorithm is not AWS4-HMAC-SHA256").into());
    }
    let credential = Credential::parse(fields.required("x-amz-credential")?)?;
    let time = parse_time(fields.required("x-amz-date")?)?;
    let token = fields.get("x-amz-security-token");
    let key = signature::signing_key(settings, &credential, time, token)?;
    if !key.signed(encoded, fields.required("x-amz-signature")?) {
        return Err(SignatureError::Mismatch.into());
    }
    let policy = PostPolicy::from_base64(encoded)
        .map_err(|error| S3Error::with_source(S3ErrorCode::InvalidPolicyDocument, Box::new(error)))?;
    if policy.expiration <= Timestamp::from(std::time::SystemTime::from(Utc::now())) {
        return Err(SignatureError::Expired.into());
    }
    policy::check(&policy, fields, bucket)?;
    Ok((signature::identity(&state.verifier, token)?, policy))
}

/// Rejects a token whose session has ended. Each form is checked, because the gateway's cache knows no token of a body.
async fn check_session(state: &AppState, identity: &Identity) -> S3Result<()> {
    let Some((session, user)) = identity.session() else { return Ok(()) };
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    match sessions::is_live(&transaction, session, user).await? {
        true => Ok(()),
        false => Err(SignatureError::SessionEnded.into()),
    }
}

/// Fails at the end of a file that is shorter than the policy demands, and as soon as it is longer.
fn in_range(
    file: impl Stream<Item = Result<bytes::Bytes>> + Send + Sync + 'static,
    range: Option<(u64, u64)>,
) -> impl Stream<Item = Result<bytes::Bytes>> + Send + Sync + 'static {
    let (min, max) = range.unwrap_or((0, u64::MAX));
    stream::try_unfold((Box::pin(file), 0), move |(mut file, received)| async move {
        let Some(bytes) = file.next().await.transpose()? else {
            let too_small = || Error::InvalidBody(Box::new(BodyError::TooSmall));
            return if received < min { Err(too_small()) } else { Ok(None) };
        };
        let received = received + bytes.len() as u64;
        if received > max { Err(Error::EntityTooLarge) } else { Ok(Some((bytes, (file, received)))) }
    })
}

fn respond(object: &Object, fields: &Fields) -> S3Result<HttpResponse> {
    let e_tag = object.metadata()?.e_tag;
    let location = format!("/{}/{}", object.bucket_id, object.name);
    if let Some(url) = fields.get("success_action_redirect").filter(|url| !url.is_empty()) {
        let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let (bucket, key) = (encode(&object.bucket_id), encode(&object.name));
        let separator = if url.contains('?') { '&' } else { '?' };
        let url = format!("{url}{separator}bucket={bucket}&key={key}&etag={}", encode(&e_tag));
        return Ok(HttpResponse::SeeOther().insert_header((LOCATION, url)).finish());
    }
    let status = match fields.get("success_action_status") {
        Some("201") => StatusCode::CREATED,
        Some("204") => StatusCode::NO_CONTENT,
        // Amazon's default is 204, Supabase's is 200.
        _ => StatusCode::OK,
    };
    let mut response = HttpResponse::build(status);
    response.insert_header((ETAG, e_tag.as_str())).insert_header((LOCATION, location.as_str()));
    if status != StatusCode::CREATED {
        return Ok(response.finish());
    }
    let result =
        PostResponse { location: &location, bucket: &object.bucket_id, key: &object.name, etag: &e_tag };
    let mut body = Vec::new();
    let mut serializer = xml::Serializer::new(&mut body);
    let written = serializer.decl().and_then(|()| xml::Serialize::serialize(&result, &mut serializer));
    written.map_err(S3Error::internal_error)?;
    Ok(response.insert_header((CONTENT_TYPE, "application/xml")).body(body))
}
