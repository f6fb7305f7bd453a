//! A `multipart/form-data` body, as a browser sends one.

use bytes::Bytes;

const BOUNDARY: &str = "----WebKitFormBoundary7MA4YWxkTrZu0gW";

/// A form. Parts are added in the order of the calls.
#[derive(Clone, Default)]
pub struct Form(Vec<u8>);

impl Form {
    /// Adds a text field.
    pub fn field(mut self, name: &str, value: &str) -> Form {
        let part =
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        self.0.extend_from_slice(part.as_bytes());
        self
    }

    /// Adds a file with any name and media type, whatever its content.
    pub fn file(mut self, name: &str, file_name: &str, mime: &str, bytes: &[u8]) -> Form {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file_name}\"\r\n\
             Content-Type: {mime}\r\n\r\n"
        );
        self.0.extend_from_slice(head.as_bytes());
        self.0.extend_from_slice(bytes);
        self.0.extend_from_slice(b"\r\n");
        self
    }

    /// The value of the `Content-Type` header.
    pub fn content_type(&self) -> String {
        format!("multipart/form-data; boundary={BOUNDARY}")
    }

    /// The whole body.
    pub fn body(&self) -> Bytes {
        let mut body = self.0.clone();
        body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        body.into()
    }
}
