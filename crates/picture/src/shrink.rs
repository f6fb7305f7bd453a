//! Shrink-on-load: decodes a JPEG at a half, a quarter or an eighth of its size, which leaves less to compute for each of
//! its blocks and fewer pixels to resize.

use image::{DynamicImage, GrayImage, RgbImage};
use jpeg_decoder::{Decoder, PixelFormat};

/// How many times smaller a JPEG can be decoded, the largest first.
const SHRINKS: [u32; 3] = [8, 4, 2];

/// The largest shrink after which an image need not be enlarged to be scaled by `scale`. 1 if there is none. imgproxy, by
/// which Supabase transforms images, chooses the same.
pub fn shrink_for(scale: f64) -> u32 {
    SHRINKS.into_iter().find(|shrink| scale * f64::from(*shrink) <= 1.0).unwrap_or(1)
}

/// Decodes a JPEG of these dimensions to pixels that stand for `shrink` times `shrink` pixels each. Those at the right and
/// bottom edge may stand for fewer. `None` for a file that only the complete decoder can read, or that is damaged.
///
/// The limits of the complete decoder hold here too, because a file in which this decoder finds other dimensions is left to
/// it.
pub fn decode(file: &[u8], (width, height): (u32, u32), shrink: u32) -> Option<DynamicImage> {
    let mut decoder = Decoder::new(file);
    // The decoder takes the smallest size that reaches one of the two sides: the longer one decides.
    let side = |length: u32| u16::try_from(length.div_ceil(shrink)).ok();
    let size = (side(width)?, side(height)?);
    let requested = if width >= height { (size.0, u16::MAX) } else { (u16::MAX, size.1) };
    if decoder.scale(requested.0, requested.1).ok()? != size {
        return None;
    }
    let (width, height) = (u32::from(size.0), u32::from(size.1));
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

    #[test]
    fn leaves_a_file_of_other_dimensions_to_the_complete_decoder() {
        let mut file = Vec::new();
        let encoder = jpeg_encoder::Encoder::new(&mut file, 90);
        encoder.encode(&[128; 40 * 30], 40, 30, jpeg_encoder::ColorType::Luma).unwrap();
        let dimensions = |said| decode(&file, said, 4).map(|image| (image.width(), image.height()));
        assert_eq!(dimensions((40, 30)), Some((10, 8)));
        for said in [(40, 3), (4, 30), (400, 300)] {
            assert_eq!(dimensions(said), None, "{said:?}");
        }
    }
}
