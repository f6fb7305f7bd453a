//! Test images, and inspection of results.

// Each test binary uses some of these items.
#![allow(dead_code)]
// A failed setup step fails the test.
#![allow(clippy::unwrap_used)]

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use picture::Format;

/// Red on the left half, blue on the right one.
pub fn two_colors(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, _| {
        if x < width / 2 { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) }
    }))
}

/// Green, and transparent on the right half.
pub fn half_transparent(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgba8(RgbaImage::from_fn(width, height, |x, _| {
        Rgba([20, 200, 20, if x < width / 2 { 255 } else { 0 }])
    }))
}

pub fn file(image: &DynamicImage, format: Format) -> Vec<u8> {
    let format = match format {
        Format::Jpeg => ImageFormat::Jpeg,
        Format::Png => ImageFormat::Png,
        Format::Gif => ImageFormat::Gif,
        Format::WebP => ImageFormat::WebP,
    };
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A JPEG with an EXIF orientation and a fake GPS position.
pub fn rotated(image: &DynamicImage, orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0]);
    exif.extend(b"GPS 41.9192 8.7386");
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    let plain = file(image, Format::Jpeg);
    [&plain[..2], &[0xff, 0xe1], &length, &exif, &plain[2..]].concat()
}

/// The decoded pixels, without applying any metadata.
pub fn decoded(file: &[u8]) -> RgbaImage {
    image::load_from_memory(file).unwrap().into_rgba8()
}

/// The rough colour of a pixel.
pub fn color(image: &RgbaImage, x: u32, y: u32) -> &'static str {
    match image.get_pixel(x, y).0 {
        [_, _, _, 0..100] => "nothing",
        [150..=255, 0..100, 0..100, _] => "red",
        [0..100, 150..=255, 0..100, _] => "green",
        [0..100, 0..100, 150..=255, _] => "blue",
        [200..=255, 200..=255, 200..=255, _] => "white",
        _ => "another",
    }
}
