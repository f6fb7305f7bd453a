//! The body of a request: the document as the site's build wrote it.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;
use service_kit::Error;

/// The most bytes of a document. The built sitemap is the longest one.
const MAX_DOCUMENT: usize = 8 * 1024 * 1024;

/// A built document. As an extractor it reads the body by [`service_kit::body::bytes`].
pub(crate) struct BuiltDocument(pub(crate) String);

impl FromRequest for BuiltDocument {
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<BuiltDocument, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let bytes = service_kit::body::bytes(&request, payload, MAX_DOCUMENT).await?;
            Ok(BuiltDocument(String::from_utf8_lossy(&bytes).into_owned()))
        })
    }
}
