//! Photos for tests of image transformations.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::json;

use super::{Response, Stack};

/// The path of the public photo's variants.
pub const PUBLIC: &str = "/render/image/public/open/dir/photo.jpg";
/// The path of the private photo's variants.
pub const PRIVATE: &str = "/render/image/authenticated/shut/photo.jpg";

pub fn photo(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let image = RgbImage::from_fn(width, height, |x, y| Rgb([(x % 256) as u8, (y % 256) as u8, 90]));
    let mut file = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(image).write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A stack with a public and a private bucket, each with one photo of 400 by 200.
pub async fn stack_with_photos() -> Stack {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "open", "public": true })).await;
    stack.bucket(json!({ "name": "shut" })).await;
    let service = stack.service().header("cache-control", "max-age=3600");
    let photo = photo(400, 200, ImageFormat::Jpeg);
    service.upload("/object/open/dir/photo.jpg", "image/jpeg", photo.clone()).await.expect(200);
    service.upload("/object/shut/photo.jpg", "image/jpeg", photo).await.expect(200);
    stack
}

/// The dimensions of an image in a response.
pub fn size(response: &Response) -> (u32, u32) {
    let image = image::load_from_memory(&response.body).unwrap();
    (image.width(), image.height())
}

/// The number of stored variants.
pub async fn variants(stack: &Stack) -> i64 {
    stack.number("select count(*) from storage.variants").await
}
