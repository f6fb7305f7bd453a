//! Shrink-on-load: decodes a JPEG at a half, a quarter or an eighth of its size, which leaves less to compute for each of
//! its blocks and fewer pixels to resize.

use image::{DynamicImage, GrayImage, RgbImage};
use jpeg_decoder::{Decoder, PixelFormat};

/// How many times smaller a JPEG can be decoded, the largest first.
const SHRINKS: [u32; 3] = [8, 4, 2];

/// The largest shrink after which an image need not be enlarged to be scaled by `scale`, as imgproxy and so Supabase
/// does. 1 if there is none.
pub fn shrink_for(scale: f64) -> u32 {
    SHRINKS.into_iter().find(|shrink| scale * f64::from(*shrink) <= 1.0).unwrap_or(1)
}

/// Decodes a JPEG of these dimensions to pixels that stand for `shrink` times `shrink` pixels each. Those at the right and
/// bottom edge may stand for fewer. `None` for a file that only the complete decoder can read, or that is damaged.
pub fn decode(file: &[u8], (width, height): (u32, u32), shrink: u32) -> Option<DynamicImage> {
    let mut decoder = Decoder::new(file);
    // The decoder takes the smallest size that reaches one of the two sides: the longer one decides.
    let side = |length: u32| u16::try_from(length.div_ceil(shrink)).ok();
    let (width, height) = if width >= height { (side(width)?, u16::MAX) } else { (u16::MAX, side(height)?) };
    let (width, height) = decoder.scale(width, height).ok()?;
    let (width, height) = (u32::from(width), u32::from(height));
    let pixels = decoder.decode().ok()?;
    match decoder.info()?.pixel_format {
        PixelFormat::RGB24 => RgbImage::from_raw(width, height, pixels).map(DynamicImage::ImageRgb8),
        PixelFormat::L8 => GrayImage::from_raw(width, height, pixels).map(DynamicImage::ImageLuma8),
        PixelFormat::L16 | PixelFormat::CMYK32 => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_shrink_makes_an_image_smaller_than_its_result() {
        for (scale, shrink) in
            [(1.0, 1), (0.6, 1), (0.5, 2), (0.26, 2), (0.25, 4), (0.2, 4), (0.125, 8), (0.001, 8)]
        {
            assert_eq!(shrink_for(scale), shrink, "{scale}");
        }
    }
}
