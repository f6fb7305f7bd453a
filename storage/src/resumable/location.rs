//! The URL of an upload, for the header `Location`: right for the client, whatever proxies are between.

use actix_web::HttpRequest;

use super::settings::ResumableSettings;
use super::upload_id::UploadId;
use crate::headers::header;

/// The path segment of uploads that a signed URL allows.
pub const SIGNED: &str = "/sign";

pub fn location(settings: &ResumableSettings, request: &HttpRequest, id: &UploadId, signed: bool) -> String {
    let origin = settings.public_origin.clone().unwrap_or_else(|| requested_origin(request));
    let prefix = header(request, "x-forwarded-prefix").filter(|_| settings.allow_forwarded_prefix);
    let prefix = prefix.unwrap_or_default().trim_end_matches('/');
    let signed = if signed { SIGNED } else { "" };
    format!("{origin}{prefix}{}{signed}/{}", settings.path, id.segment())
}

/// The scheme and the authority that the client used, from the headers of proxies or of the client.
fn requested_origin(request: &HttpRequest) -> String {
    let connection = request.connection_info();
    let host = connection.host();
    let port = header(request, "x-forwarded-port").filter(|port| {
        header(request, "x-forwarded-host").is_some()
            && !matches!(*port, "80" | "443")
            && port.parse::<u16>().is_ok()
    });
    match port {
        Some(port) => format!("{}://{}:{port}", connection.scheme(), without_port(host)),
        None => format!("{}://{host}", connection.scheme()),
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use actix_web::test::TestRequest;
    use uuid::Uuid;

    use super::*;
    use crate::names::{BucketName, ObjectKey};

    fn settings() -> ResumableSettings {
        ResumableSettings {
            lifetime: Duration::ZERO,
            path: "/storage/v1/upload/resumable".to_owned(),
            public_origin: None,
            allow_forwarded_prefix: true,
        }
    }

    fn id() -> UploadId {
        let (bucket, key) = (BucketName::parse("a").unwrap(), ObjectKey::parse("b").unwrap());
        UploadId { bucket, key, version: Uuid::nil() }
    }

    #[track_caller]
    fn expect(settings: &ResumableSettings, headers: &[(&str, &str)], expected: &str) {
        let request =
            headers.iter().fold(TestRequest::default(), |request, header| request.insert_header(*header));
        let found = location(settings, &request.to_http_request(), &id(), false);
        assert_eq!(found, format!("{expected}/{}", id().segment()));
    }

    #[test]
    fn names_the_host_that_the_client_used() {
        let path = "/storage/v1/upload/resumable";
        let host = ("host", "10.0.0.1:5000");
        expect(&settings(), &[host], &format!("http://10.0.0.1:5000{path}"));
        let forwarded = [host, ("x-forwarded-host", "shop.example"), ("x-forwarded-proto", "https")];
        expect(&settings(), &forwarded, &format!("https://shop.example{path}"));
        let [_, name, scheme] = forwarded;
        for (port, authority) in
            [("8443", "shop.example:8443"), ("443", "shop.example"), ("none", "shop.example")]
        {
            let headers = [host, name, scheme, ("x-forwarded-port", port)];
            expect(&settings(), &headers, &format!("https://{authority}{path}"));
        }
        let ipv6 = [host, ("x-forwarded-host", "[::1]:80"), ("x-forwarded-port", "8000")];
        expect(&settings(), &ipv6, &format!("http://[::1]:8000{path}"));
    }

    #[test]
    fn a_public_url_and_a_prefix_win() {
        let public =
            ResumableSettings { public_origin: Some("https://cdn.example".to_owned()), ..settings() };
        let headers = [("x-forwarded-host", "shop.example"), ("x-forwarded-prefix", "/api/")];
        expect(&public, &headers, "https://cdn.example/api/storage/v1/upload/resumable");
        let closed = ResumableSettings { allow_forwarded_prefix: false, ..public };
        expect(&closed, &headers, "https://cdn.example/storage/v1/upload/resumable");
    }
}
