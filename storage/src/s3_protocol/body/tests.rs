//! Decoding and verification, with the example of "Signature Calculations for the Authorization Header: Transferring
//! Payload in Multiple Chunks" in the Amazon S3 API Reference.

use super::*;
use crate::s3_protocol::signature::authorization::{Credential, parse_time};

const SEED: &str = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9";
const SIGNATURES: [&str; 3] = [
    "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
    "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
    "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9",
];

fn key() -> SigningKey {
    let credential = Credential::parse("AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request").unwrap();
    let time = parse_time("20130524T000000Z").unwrap();
    SigningKey::new("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", &credential, time)
}

/// The documented body: 64 KiB and 1 KiB of the letter a.
fn documented_body() -> Vec<u8> {
    let mut body = Vec::new();
    for (size, signature) in [65536, 1024, 0].into_iter().zip(SIGNATURES) {
        body.extend_from_slice(format!("{size:x};chunk-signature={signature}\r\n").as_bytes());
        body.resize(body.len() + size, b'a');
        body.extend_from_slice(b"\r\n");
    }
    body
}

fn raw(body: &[u8], piece: usize) -> RawBody {
    let pieces: Vec<_> = body.chunks(piece).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
    Box::pin(stream::iter(pieces))
}

async fn signed(body: &[u8], piece: usize) -> Result<Bytes, BodyError> {
    let signed = Some((key(), SEED.to_owned()));
    VerifiedBody::chunked(raw(body, piece), 66560, Expected::default(), signed).collect(100_000).await
}

async fn unsigned(body: &str, length: u64, trailer: Option<&str>) -> Result<Bytes, BodyError> {
    let header = |name: &str| trailer.filter(|_| name == "x-amz-trailer").map(str::to_owned);
    let expected = Expected::read(header, None)?;
    VerifiedBody::chunked(raw(body.as_bytes(), 7), length, expected, None).collect(100).await
}

#[tokio::test]
async fn decodes_the_documented_body_in_pieces_of_any_size() {
    for piece in [1, 100, 65536, 100_000] {
        let decoded = signed(&documented_body(), piece).await.unwrap();
        assert!(decoded.len() == 66560 && decoded.iter().all(|byte| *byte == b'a'), "{piece}");
    }
}

#[tokio::test]
async fn rejects_changed_reordered_and_missing_chunks() {
    let body = documented_body();
    let mut changed = body.clone();
    changed[1000] = b'b';
    assert_eq!(signed(&changed, 1000).await, Err(BodyError::SignatureMismatch));
    let second = 65536 + "10000;chunk-signature=\r\n\r\n".len() + 64;
    let reordered = [&body[second..], &body[..second]].concat();
    assert_eq!(signed(&reordered, 1000).await, Err(BodyError::SignatureMismatch));
    assert_eq!(signed(&body[..second], 1000).await, Err(BodyError::BrokenOff));
    assert_eq!(signed(&body[..second - 10], 1000).await, Err(BodyError::BrokenOff));
    let unsigned = b"10\r\naaaaaaaaaaaaaaaa\r\n0\r\n\r\n";
    assert_eq!(signed(unsigned, 1000).await, Err(BodyError::MalformedChunk));
}

#[tokio::test]
async fn verifies_a_checksum_in_a_trailer() {
    let crc32 = Some("x-amz-checksum-crc32");
    let body = "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n";
    assert_eq!(unsigned(body, 5, crc32).await.unwrap(), "hello");
    let wrong = "5\r\nhallo\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n";
    assert_eq!(unsigned(wrong, 5, crc32).await, Err(BodyError::BadDigest));
    assert_eq!(unsigned("5\r\nhello\r\n0\r\n\r\n", 5, crc32).await, Err(BodyError::MissingTrailer));
    assert_eq!(unsigned(body, 5, Some("x-other")).await, Err(BodyError::MissingTrailer));
}

#[tokio::test]
async fn rejects_a_body_of_another_length() {
    for length in [4, 6] {
        assert_eq!(unsigned("5\r\nhello\r\n0\r\n\r\n", length, None).await, Err(BodyError::WrongLength));
    }
    for malformed in ["hello", "g\r\nhello\r\n0\r\n\r\n", "5\r\nhelloo\r\n0\r\n\r\n", "-1\r\n\r\n"] {
        assert!(unsigned(malformed, 5, None).await.is_err(), "{malformed:?}");
    }
}

#[tokio::test]
async fn holds_the_last_chunk_back_until_the_body_is_verified() {
    let expected = Expected { md5: Some("wrong".to_owned()), ..Expected::default() };
    let mut body = VerifiedBody::plain(raw(b"abcdef", 3), Some(6), expected);
    assert_eq!(body.next().await.unwrap().unwrap(), "abc");
    assert_eq!(body.next().await, Err(BodyError::BadDigest));
}
