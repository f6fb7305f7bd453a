//! The steps of a multipart upload to the bucket `files`.

use aws_sdk_s3::Client;
use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::{CompletedMultipartUpload, CompletedPart};

use super::client::error;

pub async fn create(client: &Client, key: &str) -> String {
    let created = client.create_multipart_upload().bucket("files").key(key).content_type("image/png");
    created.metadata("author", "Anna").send().await.unwrap().upload_id.unwrap()
}

pub async fn part(client: &Client, key: &str, id: &str, number: i32, body: &[u8]) -> CompletedPart {
    let upload = client.upload_part().bucket("files").key(key).upload_id(id).part_number(number);
    let uploaded = upload.body(ByteStream::from(body.to_vec())).send().await.unwrap();
    completed(number, uploaded.e_tag().unwrap())
}

pub fn completed(number: i32, tag: &str) -> CompletedPart {
    CompletedPart::builder().part_number(number).e_tag(tag).build()
}

pub async fn complete(
    client: &Client,
    key: &str,
    id: &str,
    parts: &[CompletedPart],
) -> Result<String, (u16, String)> {
    let parts = CompletedMultipartUpload::builder().set_parts(Some(parts.to_vec())).build();
    let complete = client.complete_multipart_upload().bucket("files").key(key).upload_id(id);
    match complete.multipart_upload(parts).send().await {
        Ok(completed) => Ok(completed.e_tag.unwrap()),
        failed => Err(error(failed)),
    }
}
