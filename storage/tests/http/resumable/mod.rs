//! Resumable uploads (TUS).

mod completion;
mod end;
mod instances;
mod permissions;
mod protocol;

use serde_json::json;

use crate::support::{Response, Stack};

const CREATION: &str = "/upload/resumable";
const MIB: usize = 1024 * 1024;
/// The size of a part.
const PART: usize = 6 * MIB;

/// A stack with a bucket `files`.
async fn stack() -> Stack {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    stack
}

/// Bytes of which no two parts are equal.
fn bytes(length: usize) -> Vec<u8> {
    (0..length).map(|at| (at % 251) as u8 ^ (at / MIB) as u8).collect()
}

/// The offset of the only upload.
async fn offset_in_database(stack: &Stack) -> usize {
    stack.number("select upload_offset from storage.resumable_uploads").await.try_into().unwrap()
}

/// Asserts the status and the body of an error.
#[track_caller]
fn expect_text(response: &Response, status: u16, text: &str) {
    assert_eq!((response.status, String::from_utf8_lossy(&response.body).as_ref()), (status, text));
    assert_eq!(response.header("tus-resumable"), "1.0.0");
    assert_eq!(response.header("content-type"), "text/plain; charset=utf-8");
}
