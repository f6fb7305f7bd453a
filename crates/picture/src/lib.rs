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
mod format;
mod jpeg;
mod resize;

pub use format::Format;

/// The most pixels of an image. Phones and most cameras produce fewer.
pub const MAX_PIXELS: u64 = 50_000_000;
/// The longest side in pixels, which is WebP's limit.
pub const MAX_SIDE: u32 = 16_383;
/// The longest side of a published photo, in pixels.
pub const PUBLISHED_MAX_SIDE: u32 = 2_000;
/// The quality of a published photo, from 1 to 100.
pub const PUBLISHED_QUALITY: u8 = 82;

/// The reason why an image is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The content is not of a supported format.
    #[error("the file is not a JPEG, PNG, GIF or WebP image")]
    NotAnImage,
    /// The content begins like an image, but is malformed or truncated.
    #[error("the image is damaged or cut short")]
    Damaged,
    /// The image exceeds [`MAX_PIXELS`] or [`MAX_SIDE`], or decoding it needs too much memory.
    #[error("the image has too many pixels")]
    TooLarge,
}

/// The content of an image's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageInfo {
    /// The format, by content sniffing.
    pub format: Format,
    /// The stored width in pixels. The EXIF orientation may swap width and height for display.
    pub width: u32,
    /// The stored height in pixels.
    pub height: u32,
}

/// An encoded image: upright, in sRGB, without metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedImage {
    /// The file's content.
    pub bytes: Vec<u8>,
    /// The file's format.
    pub format: Format,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
}

/// The resize mode: how an image is fitted into the requested size. No mode enlarges it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Resize {
    /// Fills the size and crops the excess evenly on both sides.
    #[default]
    Cover,
    /// Scales the whole image to fit into the size.
    Contain,
    /// Stretches the image to the size.
    Fill,
}

/// The parameters of [`transform`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Transform {
    /// The width in pixels. When absent, it follows from the height and the proportions.
    pub width: Option<u32>,
    /// The height in pixels. When absent, it follows from the width and the proportions.
    pub height: Option<u32>,
    /// The resize mode, which matters when the requested proportions differ from the image's.
    pub resize: Resize,
    /// From 1 to 100. PNG and GIF ignore it.
    pub quality: u8,
    /// The format of the result. When absent, the image's own.
    pub format: Option<Format>,
}

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
    Ok(ImageInfo { format: source.format, width: source.pixels.width(), height: source.pixels.height() })
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
        quality: PUBLISHED_QUALITY,
        format: Some(Format::WebP),
    };
    transform(file, &parameters)
}

/// Re-encodes an image in another size or format. As with [`publish`], the result is upright and without metadata, and an
/// animation is reduced to its first frame.
///
/// # Errors
/// When the image is rejected.
pub fn transform(file: &[u8], parameters: &Transform) -> Result<EncodedImage, PictureError> {
    let source = decode::decode(file)?;
    let format = parameters.format.unwrap_or(source.format);
    let pixels = source.color.into_srgb(resize::resize(source.pixels, source.orientation, parameters)?);
    let bytes = encode::encode(&pixels, format, parameters.quality)?;
    Ok(EncodedImage { bytes, format, width: pixels.width(), height: pixels.height() })
}
