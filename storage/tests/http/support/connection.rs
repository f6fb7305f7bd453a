//! Uploads that are sent partially, and the memory use of the service.

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::{Form, Stack, eventually};

/// A memory figure of the service's process from `/proc`, in kilobytes.
pub fn memory(stack: &Stack, name: &str) -> i64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", stack.service_pid())).unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Announces a body of `length` bytes, sends `sent` of them, waits until the upload is listed as orphaned, and closes
/// the connection.
pub async fn start_upload(stack: &Stack, path: &str, length: usize, sent: usize) {
    let head = format!("Content-Type: image/png\r\nContent-Length: {length}\r\n");
    let mut connection = send_head(stack, "POST", path, &head).await;
    connection.write_all(&vec![0; sent]).await.unwrap();
    eventually(async || stack.number("select count(*) from storage.orphaned_blobs").await == 1).await;
}

/// Sends the beginning of a form and keeps the connection open.
pub async fn start_form(stack: &Stack, path: &str, form: &Form, sent: usize) -> TcpStream {
    let body = form.body();
    let head = format!("Content-Type: {}\r\nContent-Length: {}\r\n", form.content_type(), body.len());
    let mut connection = send_head(stack, "POST", path, &head).await;
    connection.write_all(&body[..sent]).await.unwrap();
    connection
}

/// Sends the beginning of a PATCH of a resumable upload and keeps the connection open. It announces `length` bytes.
pub async fn start_patch(stack: &Stack, path: &str, offset: usize, length: usize, sent: &[u8]) -> TcpStream {
    let head = format!(
        "Content-Type: application/offset+octet-stream\r\nTus-Resumable: 1.0.0\r\n\
         Upload-Offset: {offset}\r\nContent-Length: {length}\r\n"
    );
    let mut connection = send_head(stack, "PATCH", path, &head).await;
    connection.write_all(sent).await.unwrap();
    connection
}

async fn send_head(stack: &Stack, method: &str, path: &str, head: &str) -> TcpStream {
    let address = stack.without_token().address().trim_start_matches("http://").to_owned();
    let mut connection = TcpStream::connect(&address).await.unwrap();
    let token = service_test::service_role_key();
    let head =
        format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n{head}\r\n");
    connection.write_all(head.as_bytes()).await.unwrap();
    connection
}
