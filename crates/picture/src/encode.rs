//! Encoding: pixels to a file without metadata.

use image::codecs::gif::GifEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ExtendedColorType, ImageResult, RgbImage};
use jpeg_encoder::{ColorType, Encoder as JpegEncoder};

use crate::error::PictureError;
use crate::format::Format;

/// Encodes pixels with 8 bits per channel. `quality` is 1 to 100; PNG and GIF ignore it.
pub fn encode(pixels: &DynamicImage, format: Format, quality: u8) -> Result<Vec<u8>, PictureError> {
    let quality = quality.clamp(1, 100);
    let mut file = Vec::new();
    let written = match format {
        Format::WebP => return webp(pixels, quality),
        Format::Jpeg => return jpeg(pixels, quality),
        Format::Png => pixels.write_with_encoder(PngEncoder::new(&mut file)),
        Format::Gif => gif(pixels, &mut file),
    };
    // Encoding into a buffer fails only for lack of memory.
    written.map(|()| file).map_err(|_| PictureError::TooLarge)
}

fn webp(pixels: &DynamicImage, quality: u8) -> Result<Vec<u8>, PictureError> {
    let (width, height) = (pixels.width(), pixels.height());
    let encoder = match pixels.color().has_alpha() {
        true => webp::Encoder::from_rgba(pixels.as_bytes(), width, height),
        false => webp::Encoder::from_rgb(pixels.as_bytes(), width, height),
    };
    let file = encoder.encode_simple(false, f32::from(quality)).map_err(|_| PictureError::TooLarge)?;
    Ok(file.to_vec())
}

/// Below a quality of 90 colours have half the resolution, as libvips has it.
fn jpeg(pixels: &DynamicImage, quality: u8) -> Result<Vec<u8>, PictureError> {
    let side = |side: u32| u16::try_from(side).map_err(|_| PictureError::TooLarge);
    let (width, height) = (side(pixels.width())?, side(pixels.height())?);
    let opaque = flatten_on_white(pixels);
    let samples = opaque.as_ref().map_or(pixels.as_bytes(), |image| image.as_raw());
    let mut file = Vec::new();
    let encoder = JpegEncoder::new(&mut file, quality);
    encoder.encode(samples, width, height, ColorType::Rgb).map_err(|_| PictureError::TooLarge)?;
    Ok(file)
}

/// The encoder computes the palette from RGBA pixels.
fn gif(pixels: &DynamicImage, file: &mut Vec<u8>) -> ImageResult<()> {
    let image = pixels.to_rgba8();
    GifEncoder::new(file).encode(&image, image.width(), image.height(), ExtendedColorType::Rgba8)
}

/// Blends transparent pixels with a white background, because JPEG has no alpha channel. None for opaque pixels.
fn flatten_on_white(pixels: &DynamicImage) -> Option<RgbImage> {
    let image = pixels.as_rgba8()?;
    let blend = |color: u8, alpha: u8| {
        let (color, alpha) = (u16::from(color), u16::from(alpha));
        ((color * alpha + 255 * (255 - alpha)) / 255).to_le_bytes()[0]
    };
    Some(RgbImage::from_fn(image.width(), image.height(), |x, y| {
        let image::Rgba([red, green, blue, alpha]) = *image.get_pixel(x, y);
        image::Rgb([blend(red, alpha), blend(green, alpha), blend(blue, alpha)])
    }))
}
