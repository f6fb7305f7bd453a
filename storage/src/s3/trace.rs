//! The spans of requests to S3: method, bucket and status. Keys, queries and headers are left out: they may contain names of
//! people and signatures.

use aws_sdk_s3::config::{HttpClient, RuntimeComponents, SharedHttpClient};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use telemetry::Span;

/// Begins the span of a request.
pub fn begin(method: &str, bucket: &str) -> Span {
    let span = Span::request_to("s3", method);
    span.set("aws.s3.bucket", bucket.to_owned());
    span
}

/// An HTTP client of the SDK whose requests have spans.
#[derive(Debug)]
pub struct TracedClient {
    pub client: SharedHttpClient,
    pub bucket: String,
}

impl HttpClient for TracedClient {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        let connector = self.client.http_connector(settings, components);
        SharedHttpConnector::new(TracedConnector { connector, bucket: self.bucket.clone() })
    }
}

#[derive(Debug)]
struct TracedConnector {
    connector: SharedHttpConnector,
    bucket: String,
}

impl HttpConnector for TracedConnector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let span = begin(request.method(), &self.bucket);
        let response = self.connector.call(request);
        HttpConnectorFuture::new(async move {
            let response = response.await;
            match &response {
                Ok(response) => span.received(response.status().as_u16()),
                Err(_) => span.fail(None),
            }
            response
        })
    }
}
