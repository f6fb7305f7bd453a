//! A `multipart/form-data` body, as Supabase's client sends one: fields first, then a file without a name.

use bytes::Bytes;

const BOUNDARY: &str = "----test-boundary-7MA4YWxkTrZu0gW";

#[derive(Default)]
pub struct Form(Vec<u8>);

impl Form {
    pub fn field(mut self, name: &str, value: &str) -> Self {
        let part =
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        self.0.extend_from_slice(part.as_bytes());
        self
    }

    pub fn file(mut self, mimetype: &str, bytes: &[u8]) -> Self {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"\"; filename=\"blob\"\r\n\
             Content-Type: {mimetype}\r\n\r\n"
        );
        self.0.extend_from_slice(head.as_bytes());
        self.0.extend_from_slice(bytes);
        self.0.extend_from_slice(b"\r\n");
        self
    }

    pub fn content_type(&self) -> String {
        format!("multipart/form-data; boundary={BOUNDARY}")
    }

    pub fn body(&self) -> Bytes {
        let mut body = self.0.clone();
        body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        body.into()
    }
}
