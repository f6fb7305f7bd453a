//! From pixels to a file that holds nothing else.

use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageResult, RgbImage};

use crate::{Format, Refusal};

/// Pixels of eight bits a channel as a file.
pub fn encode(pixels: &DynamicImage, format: Format, quality: u8) -> Result<Vec<u8>, Refusal> {
    let quality = quality.clamp(1, 100);
    let mut file = Vec::new();
    let written = match format {
        Format::WebP => return webp(pixels, quality),
        Format::Jpeg => jpeg(pixels, quality, &mut file),
        Format::Png => pixels.write_with_encoder(PngEncoder::new(&mut file)),
        Format::Gif => gif(pixels, &mut file),
    };
    // Writing into memory fails for want of memory alone.
    written.map(|()| file).map_err(|_| Refusal::TooLarge)
}

fn webp(pixels: &DynamicImage, quality: u8) -> Result<Vec<u8>, Refusal> {
    let (width, height) = (pixels.width(), pixels.height());
    let encoder = match pixels.color().has_alpha() {
        true => webp::Encoder::from_rgba(pixels.as_bytes(), width, height),
        false => webp::Encoder::from_rgb(pixels.as_bytes(), width, height),
    };
    let file = encoder.encode_simple(false, f32::from(quality)).map_err(|_| Refusal::TooLarge)?;
    Ok(file.to_vec())
}

fn jpeg(pixels: &DynamicImage, quality: u8, file: &mut Vec<u8>) -> ImageResult<()> {
    let opaque = on_white(pixels);
    let image = opaque.as_ref().map_or(pixels.as_bytes(), |image| image.as_raw());
    let encoder = JpegEncoder::new_with_quality(file, quality);
    encoder.write_image(image, pixels.width(), pixels.height(), ExtendedColorType::Rgb8)
}

/// A GIF has a palette of its own; the encoder makes it.
fn gif(pixels: &DynamicImage, file: &mut Vec<u8>) -> ImageResult<()> {
    let image = pixels.to_rgba8();
    GifEncoder::new(file).encode(&image, image.width(), image.height(), ExtendedColorType::Rgba8)
}

/// JPEG has no transparency: what is behind it is a white page.
fn on_white(pixels: &DynamicImage) -> Option<RgbImage> {
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
