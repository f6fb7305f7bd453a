//! Bodies in the `aws-chunked` encoding, signed and unsigned, with and without trailers, and bodies of a wrong length.

use hyper::Method;

use super::client::{Raw, bytes, expect_code, rows, sha256, start_with_bucket};
use crate::support::{Response, Stack};

const SIGNED: &str = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";
const SIGNED_TRAILER: &str = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER";
const UNSIGNED_TRAILER: &str = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
/// The CRC-32 of `hello`.
const HELLO: &str = "NhCmhg==";

fn put(stack: &Stack, payload: &str, length: usize) -> Raw {
    let raw = Raw { payload: payload.to_owned(), ..Raw::new(stack, Method::PUT, "/s3/files/a") };
    raw.header("content-encoding", "aws-chunked").header("x-amz-decoded-content-length", length)
}

/// The chunks of a body, each signed after the previous one, and the last signature.
fn chunks(raw: &Raw, seed: &str, pieces: &[&[u8]]) -> (Vec<u8>, String) {
    let (mut body, mut previous) = (Vec::new(), seed.to_owned());
    for piece in pieces.iter().copied().chain([&b""[..]]) {
        let text = format!(
            "AWS4-HMAC-SHA256-PAYLOAD\n{}\n{}\n{previous}\n{}\n{}",
            raw.long_date(),
            raw.scope(),
            sha256(b""),
            sha256(piece)
        );
        previous = raw.sign_text(&text);
        body.extend_from_slice(format!("{:x};chunk-signature={previous}\r\n", piece.len()).as_bytes());
        body.extend_from_slice(piece);
        if !piece.is_empty() {
            body.extend_from_slice(b"\r\n");
        }
    }
    (body, previous)
}

async fn send_signed(stack: &Stack, pieces: &[&[u8]], change: impl FnOnce(&mut Vec<u8>)) -> Response {
    let raw = put(stack, SIGNED, pieces.iter().map(|piece| piece.len()).sum());
    let (headers, seed) = raw.signed();
    let (mut body, _) = chunks(&raw, &seed, pieces);
    body.extend_from_slice(b"\r\n");
    change(&mut body);
    raw.send_with(stack, headers, body).await
}

async fn stored(stack: &Stack) -> Vec<u8> {
    stack.service().get("/object/files/a").await.expect(200).body.to_vec()
}

#[tokio::test]
async fn stores_a_signed_body_of_several_chunks() {
    let stack = start_with_bucket().await;
    let whole = bytes(300_000);
    send_signed(&stack, &[&whole[..200_000], &whole[200_000..]], |_| ()).await.expect(200);
    assert!(stored(&stack).await == whole);
    send_signed(&stack, &[], |_| ()).await.expect(200);
    assert!(stored(&stack).await.is_empty());
}

#[tokio::test]
async fn a_changed_signed_body_leaves_nothing() {
    let stack = start_with_bucket().await;
    let whole = bytes(300_000);
    let pieces = [&whole[..200_000], &whole[200_000..]];
    let changed = send_signed(&stack, &pieces, |body| body[250_000] ^= 1).await;
    expect_code(&changed, 403, "SignatureDoesNotMatch");
    let first = send_signed(&stack, &pieces, |body| body[1000] ^= 1).await;
    expect_code(&first, 403, "SignatureDoesNotMatch");
    let cut = send_signed(&stack, &pieces, |body| body.truncate(250_000)).await;
    expect_code(&cut, 400, "IncompleteBody");
    let unsigned = send_signed(&stack, &[b"hello"], |body| *body = b"5\r\nhello\r\n0\r\n\r\n".to_vec()).await;
    expect_code(&unsigned, 400, "InvalidRequest");
    assert!(stack.objects().await.is_empty());
    assert_eq!(rows(&stack).await["objects"], 0);
}

#[tokio::test]
async fn verifies_signed_trailers() {
    let stack = start_with_bucket().await;
    let send = async |checksum: &str, tamper: bool, omit: bool| {
        let raw = put(&stack, SIGNED_TRAILER, 5).header("x-amz-trailer", "x-amz-checksum-crc32");
        let (headers, seed) = raw.signed();
        let (mut body, previous) = chunks(&raw, &seed, &[b"hello"]);
        let line = format!("x-amz-checksum-crc32:{checksum}\n");
        let text = format!(
            "AWS4-HMAC-SHA256-TRAILER\n{}\n{}\n{previous}\n{}",
            raw.long_date(),
            raw.scope(),
            sha256(line.as_bytes())
        );
        let signature = if tamper { "0".repeat(64) } else { raw.sign_text(&text) };
        if !omit {
            body.extend_from_slice(
                format!("x-amz-checksum-crc32:{checksum}\r\nx-amz-trailer-signature:{signature}\r\n")
                    .as_bytes(),
            );
        }
        body.extend_from_slice(b"\r\n");
        raw.send_with(&stack, headers, body).await
    };
    expect_code(&send("AAAAAA==", false, false).await, 400, "BadDigest");
    expect_code(&send(HELLO, true, false).await, 403, "SignatureDoesNotMatch");
    expect_code(&send(HELLO, false, true).await, 400, "MalformedTrailerError");
    assert!(stack.objects().await.is_empty());
    send(HELLO, false, false).await.expect(200);
    assert_eq!(stored(&stack).await, b"hello");
}

#[tokio::test]
async fn verifies_unsigned_trailers() {
    let stack = start_with_bucket().await;
    let send = async |length: usize, body: &'static str| {
        let raw = put(&stack, UNSIGNED_TRAILER, length).header("x-amz-trailer", "x-amz-checksum-crc32");
        raw.send(&stack, body).await
    };
    let body = "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n";
    expect_code(&send(5, "5\r\nhallo\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n").await, 400, "BadDigest");
    expect_code(&send(5, "5\r\nhello\r\n0\r\n\r\n").await, 400, "MalformedTrailerError");
    expect_code(&send(4, body).await, 400, "IncompleteBody");
    expect_code(&send(6, body).await, 400, "IncompleteBody");
    expect_code(&send(5, "x\r\nhello\r\n0\r\n\r\n").await, 400, "InvalidRequest");
    assert!(stack.objects().await.is_empty());
    send(5, body).await.expect(200);
    assert_eq!(stored(&stack).await, b"hello");
}

#[tokio::test]
async fn a_part_may_be_chunked_too() {
    let stack = start_with_bucket().await;
    let client = super::client::service(&stack);
    let created = client.create_multipart_upload().bucket("files").key("a").send().await.unwrap();
    let id = created.upload_id.unwrap();
    let send = async |body: &'static str| {
        let mut raw = put(&stack, UNSIGNED_TRAILER, 5).header("x-amz-trailer", "x-amz-checksum-crc32");
        raw.query = vec![("partNumber", "1".to_owned()), ("uploadId", id.clone())];
        raw.send(&stack, body).await
    };
    expect_code(&send("5\r\nhallo\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n").await, 400, "BadDigest");
    assert_eq!(rows(&stack).await["parts"], 0);
    send("5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n").await.expect(200);
    let parts = client.list_parts().bucket("files").key("a").upload_id(&id).send().await.unwrap();
    assert_eq!(parts.parts()[0].size(), Some(5));
}

#[tokio::test]
async fn a_body_without_its_length_is_rejected() {
    let stack = start_with_bucket().await;
    let raw = Raw { payload: SIGNED.to_owned(), ..Raw::new(&stack, Method::PUT, "/s3/files/a") };
    expect_code(&raw.send(&stack, "x").await, 411, "MissingContentLength");
}

#[tokio::test]
async fn an_upload_that_breaks_off_leaves_nothing() {
    use tokio::io::AsyncWriteExt;
    let stack = start_with_bucket().await;
    let raw = Raw::new(&stack, Method::PUT, "/s3/files/a");
    let (headers, _) = raw.signed();
    let lines: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let mut connection = tokio::net::TcpStream::connect(&raw.host).await.unwrap();
    let head =
        format!("PUT /s3/files/a HTTP/1.1\r\nHost: {}\r\nContent-Length: 9000000\r\n{lines}\r\n", raw.host);
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.write_all(&bytes(6_000_000)).await.unwrap();
    crate::support::eventually(async || {
        stack.number("select count(*) from storage.orphaned_blobs").await == 1
    })
    .await;
    drop(connection);
    assert!(stack.objects().await.is_empty());
    assert_eq!(rows(&stack).await["objects"], 0);
}

#[tokio::test]
async fn a_large_chunk_uses_little_memory() {
    let stack = start_with_bucket().await;
    let whole = bytes(40_000_000);
    let idle = crate::support::memory(&stack, "VmRSS:");
    send_signed(&stack, &[&whole], |_| ()).await.expect(200);
    let most = crate::support::memory(&stack, "VmHWM:");
    assert!(most - idle < 24 * 1024, "{idle} KB idle, {most} KB at most");
    assert!(stored(&stack).await == whole);
}
