//! The embedded S3 server by itself.

mod support;

use hyper::Method;
use support::{Client, S3};

#[tokio::test]
async fn rejects_unsigned_requests() {
    let s3 = S3::embedded().await;
    let client = Client::new(s3.address());
    for path in ["/", "/bytes", "/bytes/ab/anything"] {
        assert_eq!(client.get(path).await.status, 403, "{path}");
    }
    assert_eq!(client.send(Method::PUT, "/bytes/ab/anything", "x").await.status, 403);
    assert_eq!(client.delete("/bytes").await.status, 403);
}
