//! Image processing: identifies, validates, resizes and re-encodes images in memory.
//!
//! Supports JPEG, PNG, GIF and WebP. The format is determined by content sniffing alone; file names and declared media
//! types are ignored. Rejects all other files (including SVG), empty and damaged files, and, before any pixel is
//! decoded, images of more than [`MAX_PIXELS`] pixels or [`MAX_SIDE`] pixels on a side.
//!
//! [`verify`], [`publish`] and [`transform`] are blocking and CPU-bound, for up to a second, and hold all pixels in
//! memory. Call them on a blocking thread, and bound how many run concurrently.
//!
//! # Public surface
//!
//! - [`identify`] reads an image's header, [`verify`] decodes it, [`publish`] and [`transform`] re-encode it.
//! - [`Format`] is the format of a file, [`PictureError`] the reason for a rejection.
//!
//! # Dependencies
//!
//! Image libraries only: no crate of this workspace, no network and no file access.

#![warn(missing_docs)]

mod color;
mod decode;
mod encode;
mod error;
mod format;
mod gravity;
mod image_info;
mod jpeg;
mod pixels;
mod png;
mod resize;
mod shrink;
mod transform;

pub use error::{MAX_PIXELS, MAX_SIDE, PictureError};
pub use format::Format;
pub use gravity::{Anchor, Gravity, Offset};
pub use image_info::ImageInfo;
pub use transform::{EncodedImage, Resize, Transform};

/// The longest side of a published photo, in pixels.
pub const PUBLISHED_MAX_SIDE: u32 = 2_000;
/// The quality of a published photo, from 1 to 100.
pub const PUBLISHED_QUALITY: u8 = 82;

/// Reads the header only. The rest of the file may be damaged; [`verify`] detects that.
///
/// # Errors
/// When the file is rejected by its header.
pub fn identify(file: &[u8]) -> Result<ImageInfo, PictureError> {
    decode::identify(file)
}

/// Checks that an image can be published, by decoding it completely.
///
/// # Errors
/// When the image is rejected.
pub fn verify(file: &[u8]) -> Result<ImageInfo, PictureError> {
    let source = decode::decode(file)?;
    let (width, height) = source.image.dimensions;
    Ok(ImageInfo { format: source.format, width, height })
}

/// Re-encodes a photo for publication: upright, at most [`PUBLISHED_MAX_SIDE`] pixels on a side, as lossy WebP, and
/// without metadata such as the location and the camera. An animation is reduced to its first frame.
///
/// # Errors
/// When the image is rejected.
pub fn publish(file: &[u8]) -> Result<EncodedImage, PictureError> {
    let parameters = Transform {
        width: Some(PUBLISHED_MAX_SIDE),
        height: Some(PUBLISHED_MAX_SIDE),
        resize: Resize::Contain,
        gravity: Gravity::default(),
        quality: PUBLISHED_QUALITY,
        format: Some(Format::WebP),
    };
    re_encode(decode::decode_to_resize(file, &parameters)?, &parameters)
}

/// Re-encodes an image in another size or format. As with [`publish`], the result is upright and without metadata, and
/// an animation is reduced to its first frame. Wrong checksums in a PNG file are ignored.
///
/// # Errors
/// When the image is rejected.
pub fn transform(file: &[u8], parameters: &Transform) -> Result<EncodedImage, PictureError> {
    let source = match Format::sniff(file) {
        Some(Format::Png) => decode::decode(&png::with_correct_checksums(file))?,
        _ => decode::decode_to_resize(file, parameters)?,
    };
    re_encode(source, parameters)
}

fn re_encode(source: decode::Source, parameters: &Transform) -> Result<EncodedImage, PictureError> {
    let format = parameters.format.unwrap_or(source.format);
    let pixels = source.color.into_srgb(resize::resize(source.image, parameters)?);
    let bytes = encode::encode(&pixels, format, parameters.quality)?;
    Ok(EncodedImage { bytes, format, width: pixels.width(), height: pixels.height() })
}
