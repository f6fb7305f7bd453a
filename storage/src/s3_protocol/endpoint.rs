//! The handler: verifies a request, and passes it to `s3s` or to the form upload.

use actix_web::http::Method;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use chrono::Utc;
use hyper::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue};
use s3s::dto::StreamingBlob;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s::validation::NameValidation;
use s3s::{Body, S3Error, S3Result, s3_error};
use service_kit::body_stream::{self, BodyStream};
use telemetry::in_current_trace;
use tracing::Instrument;

use super::body::{Expected, RawBody, VerifiedBody};
use super::copy_source::{self, CopiedObject};
use super::incoming::Incoming;
use super::operations::Operations;
use super::settings::Settings;
use super::signature::{self, Payload as SignedPayload, Verified};
use super::{post_form, respond};
use crate::app_state::AppState;
use crate::names::BucketName;
use crate::upload;

/// The largest XML body in bytes: a thousand keys of 1 KiB with every character escaped, or ten thousand parts.
const MAX_XML_BYTES: usize = 8 * 1024 * 1024;
const X_AMZ_META: &str = "x-amz-meta-";

/// The state of the endpoint.
pub struct Endpoint {
    state: AppState,
    /// None when the protocol is turned off.
    protocol: Option<(Settings, S3Service)>,
}

/// Bucket names are those of Supabase, not of Amazon.
struct SupabaseNames;

impl NameValidation for SupabaseNames {
    fn validate_bucket_name(&self, name: &str) -> bool {
        BucketName::parse(name).is_ok()
    }
}

impl Endpoint {
    pub fn new(state: AppState) -> Self {
        let protocol = state.s3_protocol.clone().map(|settings| {
            let operations = Operations::new(state.clone(), settings.region.clone());
            let mut service = S3ServiceBuilder::new(operations);
            service.set_validation(SupabaseNames);
            (settings, service.build())
        });
        Self { state, protocol }
    }
}

/// Answers a request. One that may write runs in a task of its own, which is not cancelled when the client disconnects,
/// so that it always cleans up.
pub async fn handle(endpoint: Data<Endpoint>, request: HttpRequest, payload: Payload) -> HttpResponse {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let (body, reader) = body_stream::read(payload, upload::BODY_LIMITS);
    let answering = async move {
        let answer = endpoint.answer(&request, body).await;
        reader.finish().await;
        answer.unwrap_or_else(respond::error)
    };
    if reads {
        return answering.await;
    }
    let answer = actix_web::rt::spawn(in_current_trace(answering.in_current_span())).await;
    answer.unwrap_or_else(|error| respond::error(S3Error::internal_error(error)))
}

impl Endpoint {
    async fn answer(&self, request: &HttpRequest, body: BodyStream) -> S3Result<HttpResponse> {
        let Some((settings, service)) = &self.protocol else {
            return Err(s3_error!(NotImplemented, "the S3 protocol is turned off"));
        };
        let incoming = Incoming::new(request, settings).map_err(|_| s3_error!(InvalidURI))?;
        let body = Box::pin(body) as RawBody;
        if is_form(request) {
            return post_form::upload(&self.state, settings, &incoming, body).await;
        }
        let verified = signature::verify(&incoming, settings, &self.state.verifier, Utc::now())?;
        let outgoing = outgoing(&incoming, verified, body).await?;
        match service.call(outgoing).await {
            Ok(response) => Ok(respond::convert(request.method(), response)),
            Err(error) => Err(S3Error::with_source(s3s::S3ErrorCode::InternalError, error.into())),
        }
    }
}

fn is_form(request: &HttpRequest) -> bool {
    let content_type = request.headers().get(CONTENT_TYPE.as_str()).and_then(|value| value.to_str().ok());
    request.method() == Method::POST
        && content_type.is_some_and(|text| text.to_ascii_lowercase().starts_with("multipart/form-data"))
}

/// The request for `s3s`: without signature, its body decoded, its path below the endpoint.
async fn outgoing(incoming: &Incoming<'_>, verified: Verified, body: RawBody) -> S3Result<s3s::HttpRequest> {
    let request = incoming.request;
    let copied =
        incoming.header(copy_source::HEADER).map(|header| CopiedObject::parse(&header)).transpose()?;
    let is_object = incoming.path[1..].split_once('/').is_some_and(|(_, key)| !key.is_empty());
    let streamed = request.method() == Method::PUT && is_object && copied.is_none();
    let Verified { identity, payload, key, signature } = verified;

    let length = decoded_length(incoming, &payload)?;
    let expected = expected(incoming, &payload, streamed)?;
    let body = match (payload, length) {
        (SignedPayload::Chunks { signed }, Some(length)) => {
            VerifiedBody::chunked(body, length, expected, signed.then_some((key, signature)))
        }
        (SignedPayload::Chunks { .. }, None) => return Err(s3_error!(MissingContentLength)),
        (_, length) => VerifiedBody::plain(body, length, expected),
    };
    let (body, length) = match length {
        // An HTTP client may not read a body of no bytes to its end, where it is verified.
        Some(length) if streamed && length > 0 => (streaming(body), length),
        None if streamed => return Err(s3_error!(MissingContentLength)),
        _ => {
            let bytes = body.collect(MAX_XML_BYTES).await?;
            let length = bytes.len() as u64;
            (Body::from(bytes), length)
        }
    };

    let mut outgoing = s3s::HttpRequest::new(body);
    let malformed = || s3_error!(InvalidURI);
    *outgoing.method_mut() = request.method().as_str().parse().map_err(|_| s3_error!(MethodNotAllowed))?;
    *outgoing.uri_mut() = target(request, incoming.path).parse().map_err(|_| malformed())?;
    copy_headers(incoming, length, &mut outgoing);
    if let Some(copied) = copied {
        outgoing
            .headers_mut()
            .insert(copy_source::HEADER, HeaderValue::from_static(copy_source::PLACEHOLDER));
        outgoing.extensions_mut().insert(copied);
    }
    outgoing.extensions_mut().insert(identity.into_caller(request));
    Ok(outgoing)
}

fn streaming(body: VerifiedBody) -> Body {
    StreamingBlob::wrap(body.into_stream()).into()
}

fn decoded_length(incoming: &Incoming<'_>, payload: &SignedPayload) -> S3Result<Option<u64>> {
    let name = match payload {
        SignedPayload::Chunks { .. } => "x-amz-decoded-content-length",
        _ => CONTENT_LENGTH.as_str(),
    };
    let Some(text) = incoming.header(name) else {
        // A request with neither header has no body. HTTP clients leave out the length of an empty one.
        let may_have_body = incoming.header("transfer-encoding").is_some() || name != CONTENT_LENGTH.as_str();
        return Ok((!may_have_body).then_some(0));
    };
    text.parse().map(Some).map_err(|_| s3_error!(InvalidRequest, "{name} is not a number"))
}

/// The checksums of the body. At the end of a multipart upload, `x-amz-checksum-*` is the object's, not the body's.
fn expected(incoming: &Incoming<'_>, payload: &SignedPayload, streamed: bool) -> S3Result<Expected> {
    let sha256 = match payload {
        SignedPayload::Sha256(hash) => Some(hash.clone()),
        _ => None,
    };
    let has_checksum = streamed || incoming.parameter("delete").is_some();
    let header = |name: &str| incoming.header(name).filter(|_| has_checksum || !name.starts_with("x-amz-"));
    Ok(Expected::read(header, sha256)?)
}

/// The path and query without the signature, which `s3s` would verify otherwise.
fn target(request: &HttpRequest, path: &str) -> String {
    let kept: Vec<&str> = request
        .query_string()
        .split('&')
        .filter(|pair| {
            !pair.is_empty() && !matches!(pair.split('=').next(), Some("X-Amz-Signature" | "Signature"))
        })
        .collect();
    if kept.is_empty() { path.to_owned() } else { format!("{path}?{}", kept.join("&")) }
}

/// Copies the headers. Presigned URLs may have metadata in their query.
fn copy_headers(incoming: &Incoming<'_>, length: u64, outgoing: &mut s3s::HttpRequest) {
    let headers = outgoing.headers_mut();
    for (name, value) in incoming.request.headers() {
        let (name, value) = (name.as_str().as_bytes(), value.as_bytes());
        if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name), HeaderValue::from_bytes(value)) {
            headers.append(name, value);
        }
    }
    for (name, value) in &incoming.query {
        let name = name.to_ascii_lowercase();
        if !name.starts_with(X_AMZ_META) || headers.contains_key(&name) {
            continue;
        }
        if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value))
        {
            headers.insert(name, value);
        }
    }
    headers.remove(AUTHORIZATION);
    headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
}
