//! Decoding, under limits that are checked before any pixel is decoded.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use crate::color::Color;
use crate::error::{MAX_PIXELS, MAX_SIDE, PictureError};
use crate::format::Format;
use crate::image_info::ImageInfo;
use crate::jpeg;
use crate::pixels::{Image, Pixels};
use crate::resize;
use crate::shrink;
use crate::transform::Transform;

/// Four bytes per pixel. An image with 16 bits per channel may have half as many pixels.
const MAX_DECODED_BYTES: u64 = 4 * MAX_PIXELS;
/// The most memory that a decoder may allocate besides the pixels, in bytes.
const MAX_DECODER_ALLOCATION: u64 = 2 * MAX_DECODED_BYTES;

/// A decoded file.
pub struct Source {
    pub format: Format,
    pub image: Image,
    pub color: Color,
}

pub fn identify(file: &[u8]) -> Result<ImageInfo, PictureError> {
    let (format, decoder) = open(file)?;
    let (width, height) = decoder.dimensions();
    Ok(ImageInfo { format, width, height })
}

pub fn decode(file: &[u8]) -> Result<Source, PictureError> {
    decode_for(file, None)
}

/// Decodes an image for a resize with these parameters: a large JPEG at a fraction of its size.
pub fn decode_to_resize(file: &[u8], parameters: &Transform) -> Result<Source, PictureError> {
    decode_for(file, Some(parameters))
}

fn decode_for(file: &[u8], resize: Option<&Transform>) -> Result<Source, PictureError> {
    let (format, mut decoder) = open(file)?;
    let dimensions = decoder.dimensions();
    if format == Format::Jpeg && !jpeg::is_complete(file) {
        return Err(PictureError::Damaged);
    }
    // Unreadable EXIF or ICC data is ignored: the image is neither rotated nor colour-converted.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let color = Color::from_icc_profile(decoder.icc_profile().ok().flatten());
    let shrink = match resize {
        Some(parameters) if format == Format::Jpeg => {
            shrink::shrink_for(resize::largest_scale(dimensions, orientation, parameters))
        }
        _ => 1,
    };
    let shrunk = if shrink > 1 { shrink::decode(file, dimensions, shrink) } else { None };
    let (pixels, shrink) = match shrunk {
        Some(pixels) => (Pixels::Other(pixels), shrink),
        None => (Pixels::decode(decoder).map_err(picture_error)?, 1),
    };
    Ok(Source { format, image: Image { dimensions, pixels, shrink, orientation }, color })
}

/// Sniffs the format, reads the header, and rejects an image with too many pixels.
fn open(file: &[u8]) -> Result<(Format, impl ImageDecoder + '_), PictureError> {
    if file.is_empty() {
        return Err(PictureError::Empty);
    }
    let format = Format::sniff(file).ok_or(PictureError::NotAnImage)?;
    let mut reader = ImageReader::with_format(Cursor::new(file), image_format(format));
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_DECODER_ALLOCATION);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(picture_error)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(PictureError::Damaged);
    }
    let pixels = u64::from(width) * u64::from(height);
    if width.max(height) > MAX_SIDE || pixels > MAX_PIXELS || decoder.total_bytes() > MAX_DECODED_BYTES {
        return Err(PictureError::TooLarge);
    }
    Ok((format, decoder))
}

fn image_format(format: Format) -> ImageFormat {
    match format {
        Format::Jpeg => ImageFormat::Jpeg,
        Format::Png => ImageFormat::Png,
        Format::Gif => ImageFormat::Gif,
        Format::WebP => ImageFormat::WebP,
    }
}

fn picture_error(error: ImageError) -> PictureError {
    match error {
        ImageError::Limits(_) => PictureError::TooLarge,
        _ => PictureError::Damaged,
    }
}
