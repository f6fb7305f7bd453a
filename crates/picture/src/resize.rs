//! Sizes: how large an image becomes, which part of it is shown, and the pixels for that.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8x3, U8x4};
use fast_image_resize::{PixelTrait, ResizeOptions, Resizer};
use image::metadata::Orientation;
use image::{DynamicImage, ImageBuffer, Pixel, RgbImage, RgbaImage};

use crate::{Refusal, Resize, Transform};

/// The image upright and in the size that is wanted, with eight bits a channel.
pub fn resize(
    pixels: DynamicImage,
    orientation: Orientation,
    wanted: &Transform,
) -> Result<DynamicImage, Refusal> {
    let pixels = with_eight_bits(pixels);
    let size = if lies_on_its_side(orientation) {
        (wanted.height, wanted.width)
    } else {
        (wanted.width, wanted.height)
    };
    let plan = Plan::new((pixels.width(), pixels.height()), size, wanted.resize);
    let mut resized = plan.apply(pixels)?;
    // The smaller image is the cheaper one to turn.
    resized.apply_orientation(orientation);
    Ok(resized)
}

fn with_eight_bits(pixels: DynamicImage) -> DynamicImage {
    match pixels {
        DynamicImage::ImageRgb8(_) | DynamicImage::ImageRgba8(_) => pixels,
        other if other.color().has_alpha() => DynamicImage::ImageRgba8(other.into_rgba8()),
        other => DynamicImage::ImageRgb8(other.into_rgb8()),
    }
}

fn lies_on_its_side(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

/// Which part of an image is shown in which size.
#[derive(Debug, PartialEq)]
struct Plan {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    size: (u32, u32),
}

impl Plan {
    fn new(source: (u32, u32), wanted: (Option<u32>, Option<u32>), resize: Resize) -> Plan {
        let (width, height) = (f64::from(source.0), f64::from(source.1));
        let (x, y) = scale((width, height), wanted, resize);
        let scaled = (length(width * x), length(height * y));
        let size = match resize {
            Resize::Cover => {
                (scaled.0.min(wanted.0.unwrap_or(u32::MAX)), scaled.1.min(wanted.1.unwrap_or(u32::MAX)))
            }
            Resize::Contain | Resize::Fill => scaled,
        };
        // Of what juts out, half is cut off on either side.
        let shown = |size: u32, scaled: u32, whole: f64| whole * f64::from(size) / f64::from(scaled);
        let (shown_width, shown_height) = (shown(size.0, scaled.0, width), shown(size.1, scaled.1, height));
        Plan {
            left: (width - shown_width) / 2.0,
            top: (height - shown_height) / 2.0,
            width: shown_width,
            height: shown_height,
            size,
        }
    }

    fn apply(&self, pixels: DynamicImage) -> Result<DynamicImage, Refusal> {
        if self.size == (pixels.width(), pixels.height()) {
            return Ok(pixels);
        }
        let (width, height) = self.size;
        let resized = match pixels {
            DynamicImage::ImageRgba8(image) => {
                RgbaImage::from_raw(width, height, self.sample::<U8x4>(&image)?).map(DynamicImage::ImageRgba8)
            }
            image => RgbImage::from_raw(width, height, self.sample::<U8x3>(&image.into_rgb8())?)
                .map(DynamicImage::ImageRgb8),
        };
        resized.ok_or(Refusal::Damaged)
    }

    /// The samples of the result. The kinds of pixels are named, since the library compiles long for each that might
    /// come.
    fn sample<P: PixelTrait>(
        &self,
        image: &ImageBuffer<impl Pixel<Subpixel = u8>, Vec<u8>>,
    ) -> Result<Vec<u8>, Refusal> {
        let source = TypedImageRef::<P>::from_buffer(image.width(), image.height(), image.as_raw())
            .map_err(|_| Refusal::Damaged)?;
        let (width, height) = self.size;
        let mut samples = vec![0; width as usize * height as usize * P::size()];
        let mut target =
            TypedImage::<P>::from_buffer(width, height, &mut samples).map_err(|_| Refusal::Damaged)?;
        let part = ResizeOptions::new().crop(self.left, self.top, self.width, self.height);
        Resizer::new().resize_typed(&source, &mut target, &part).map_err(|_| Refusal::Damaged)?;
        Ok(samples)
    }
}

/// The factors of both sides, neither of them above one.
fn scale(source: (f64, f64), wanted: (Option<u32>, Option<u32>), resize: Resize) -> (f64, f64) {
    let x = wanted.0.map(|width| f64::from(width) / source.0);
    let y = wanted.1.map(|height| f64::from(height) / source.1);
    let (x, y) = match (x, y) {
        (None, None) => (1.0, 1.0),
        (Some(one), None) | (None, Some(one)) => (one, one),
        (Some(x), Some(y)) => match resize {
            Resize::Cover => (x.max(y), x.max(y)),
            Resize::Contain => (x.min(y), x.min(y)),
            Resize::Fill => (x, y),
        },
    };
    let enlarged = x.max(y).max(1.0);
    (x / enlarged, y / enlarged)
}

/// A side of a whole number of pixels, one at least.
fn length(side: f64) -> u32 {
    // Within what a side may be: it comes from one and was not enlarged.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let pixels = side.round() as u32;
    pixels.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(source: (u32, u32), wanted: (Option<u32>, Option<u32>), resize: Resize) -> (u32, u32) {
        Plan::new(source, wanted, resize).size
    }

    #[test]
    fn one_side_brings_the_other() {
        for resize in [Resize::Cover, Resize::Contain, Resize::Fill] {
            assert_eq!(size((400, 200), (Some(100), None), resize), (100, 50));
            assert_eq!(size((400, 200), (None, Some(100)), resize), (200, 100));
            assert_eq!(size((400, 200), (None, None), resize), (400, 200));
        }
    }

    #[test]
    fn both_sides_are_covered_contained_or_filled() {
        let square = (Some(100), Some(100));
        assert_eq!(size((400, 200), square, Resize::Cover), (100, 100));
        assert_eq!(size((400, 200), square, Resize::Contain), (100, 50));
        assert_eq!(size((400, 200), square, Resize::Fill), (100, 100));
    }

    #[test]
    fn covering_shows_the_middle() {
        let plan = Plan::new((400, 200), (Some(100), Some(100)), Resize::Cover);
        assert_eq!((plan.left, plan.top, plan.width, plan.height), (100.0, 0.0, 200.0, 200.0));
        let plan = Plan::new((200, 400), (Some(100), Some(100)), Resize::Cover);
        assert_eq!((plan.left, plan.top, plan.width, plan.height), (0.0, 100.0, 200.0, 200.0));
    }

    #[test]
    fn nothing_is_enlarged() {
        let large = (Some(1000), Some(500));
        assert_eq!(size((300, 100), large, Resize::Cover), (300, 100));
        assert_eq!(size((300, 100), large, Resize::Contain), (300, 100));
        // In the proportions that were asked for.
        assert_eq!(size((300, 100), large, Resize::Fill), (200, 100));
        assert_eq!(size((300, 100), (Some(200), Some(200)), Resize::Cover), (200, 100));
    }

    #[test]
    fn a_side_never_vanishes() {
        assert_eq!(size((10_000, 2), (Some(10), Some(10)), Resize::Contain), (10, 1));
        assert_eq!(size((10_000, 2), (Some(1), None), Resize::Cover), (1, 1));
    }
}
