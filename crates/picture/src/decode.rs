//! From a file to pixels, under limits that are checked before anything is decoded.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use crate::color::Color;
use crate::{Format, Identified, LONGEST_SIDE, MOST_PIXELS, Refusal, jpeg};

/// Every pixel with four bytes. An image of sixteen bits a channel may have half as many.
const MOST_BYTES: u64 = 4 * MOST_PIXELS;
/// What a decoder may take beside the pixels.
const WORKING_BYTES: u64 = 2 * MOST_BYTES;

/// An image as it was stored.
pub struct Source {
    pub format: Format,
    pub pixels: DynamicImage,
    pub orientation: Orientation,
    pub color: Color,
}

pub fn identify(file: &[u8]) -> Result<Identified, Refusal> {
    let (format, decoder) = open(file)?;
    let (width, height) = decoder.dimensions();
    Ok(Identified { format, width, height })
}

pub fn decode(file: &[u8]) -> Result<Source, Refusal> {
    let (format, mut decoder) = open(file)?;
    if format == Format::Jpeg && !jpeg::is_whole(file) {
        return Err(Refusal::Damaged);
    }
    // Metadata that cannot be read turn nothing and colour nothing.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let color = Color::of_profile(decoder.icc_profile().ok().flatten());
    let pixels = DynamicImage::from_decoder(decoder).map_err(refusal)?;
    Ok(Source { format, pixels, orientation, color })
}

/// Reads the header and refuses what has too many pixels.
fn open(file: &[u8]) -> Result<(Format, impl ImageDecoder + '_), Refusal> {
    if file.is_empty() {
        return Err(Refusal::Empty);
    }
    let format = Format::of_content(file).ok_or(Refusal::NotAnImage)?;
    let mut reader = ImageReader::with_format(Cursor::new(file), of_library(format));
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(WORKING_BYTES);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(refusal)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(Refusal::Damaged);
    }
    let pixels = u64::from(width) * u64::from(height);
    if width.max(height) > LONGEST_SIDE || pixels > MOST_PIXELS || decoder.total_bytes() > MOST_BYTES {
        return Err(Refusal::TooLarge);
    }
    Ok((format, decoder))
}

fn of_library(format: Format) -> ImageFormat {
    match format {
        Format::Jpeg => ImageFormat::Jpeg,
        Format::Png => ImageFormat::Png,
        Format::Gif => ImageFormat::Gif,
        Format::WebP => ImageFormat::WebP,
    }
}

fn refusal(error: ImageError) -> Refusal {
    match error {
        ImageError::Limits(_) => Refusal::TooLarge,
        _ => Refusal::Damaged,
    }
}
