//! Resizing and cropping.

use std::ops::Deref;

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8x3, U8x4};
use fast_image_resize::{PixelTrait, ResizeOptions, Resizer};
use image::metadata::Orientation;
use image::{DynamicImage, ImageBuffer, Pixel, Rgb, RgbImage, RgbaImage};

use crate::error::PictureError;
use crate::gravity::{Gravity, swaps_sides};
use crate::pixels::{Image, Pixels};
use crate::transform::{Resize, Transform};

/// Resizes an image, which then has 8 bits per channel, and applies its EXIF orientation.
pub fn resize(image: Image, parameters: &Transform) -> Result<DynamicImage, PictureError> {
    let Image { dimensions, pixels, shrink, orientation } = image;
    let size = requested_size(orientation, parameters);
    let plan = Plan::new(dimensions, size, parameters.resize, (parameters.gravity, orientation));
    let mut resized = plan.shrunk(f64::from(shrink)).apply(pixels)?;
    // Rotating after the resize moves fewer pixels.
    resized.apply_orientation(orientation);
    Ok(resized)
}

/// The larger one of the factors by which an image's sides are scaled.
pub fn largest_scale(dimensions: (u32, u32), orientation: Orientation, parameters: &Transform) -> f64 {
    let (width, height) = (f64::from(dimensions.0), f64::from(dimensions.1));
    let (x, y) = scale((width, height), requested_size(orientation, parameters), parameters.resize);
    x.max(y)
}

/// The requested size of the image as it is stored, before its orientation is applied.
fn requested_size(orientation: Orientation, parameters: &Transform) -> (Option<u32>, Option<u32>) {
    if swaps_sides(orientation) {
        (parameters.height, parameters.width)
    } else {
        (parameters.width, parameters.height)
    }
}

/// The crop rectangle in the source, and the size to which it is scaled.
#[derive(Debug, PartialEq)]
struct Plan {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    size: (u32, u32),
}

impl Plan {
    fn new(
        source: (u32, u32),
        requested: (Option<u32>, Option<u32>),
        resize: Resize,
        (gravity, orientation): (Gravity, Orientation),
    ) -> Plan {
        let (width, height) = (f64::from(source.0), f64::from(source.1));
        let (x, y) = scale((width, height), requested, resize);
        let scaled = (length(width * x), length(height * y));
        let size = match resize {
            Resize::Cover => {
                (scaled.0.min(requested.0.unwrap_or(u32::MAX)), scaled.1.min(requested.1.unwrap_or(u32::MAX)))
            }
            Resize::Contain | Resize::Fill => scaled,
        };
        let cropped = |size: u32, scaled: u32, side: f64| side * f64::from(size) / f64::from(scaled);
        let (cropped_width, cropped_height) =
            (cropped(size.0, scaled.0, width), cropped(size.1, scaled.1, height));
        let (left, top) = gravity.place(orientation, scaled, size);
        Plan {
            left: (width - cropped_width) * left,
            top: (height - cropped_height) * top,
            width: cropped_width,
            height: cropped_height,
            size,
        }
    }

    /// The same crop of pixels that stand for several pixels of the source each.
    fn shrunk(self, shrink: f64) -> Plan {
        let Plan { left, top, width, height, size } = self;
        Plan { left: left / shrink, top: top / shrink, width: width / shrink, height: height / shrink, size }
    }

    fn apply(&self, pixels: Pixels) -> Result<DynamicImage, PictureError> {
        let image = match pixels {
            Pixels::Rgb(image) => self.apply_to_rgb(&image).map(DynamicImage::ImageRgb8),
            Pixels::Other(image) if image.color().has_alpha() => {
                self.apply_to_rgba(image.into_rgba8()).map(DynamicImage::ImageRgba8)
            }
            Pixels::Other(image) => self.apply_to_rgb(&image.into_rgb8()).map(DynamicImage::ImageRgb8),
        };
        image.ok_or(PictureError::Damaged)
    }

    fn apply_to_rgb(&self, image: &ImageBuffer<Rgb<u8>, impl Deref<Target = [u8]>>) -> Option<RgbImage> {
        let (width, height) = self.size;
        let samples = match self.size == image.dimensions() {
            true => image.as_raw().to_vec(),
            false => self.sample::<U8x3>(image)?,
        };
        RgbImage::from_raw(width, height, samples)
    }

    fn apply_to_rgba(&self, image: RgbaImage) -> Option<RgbaImage> {
        if self.size == image.dimensions() {
            return Some(image);
        }
        let (width, height) = self.size;
        RgbaImage::from_raw(width, height, self.sample::<U8x4>(&image)?)
    }

    /// The samples of the result. Generic over the pixel type, because the library's dynamically typed resizer compiles
    /// all pixel types.
    fn sample<P: PixelTrait>(
        &self,
        image: &ImageBuffer<impl Pixel<Subpixel = u8>, impl Deref<Target = [u8]>>,
    ) -> Option<Vec<u8>> {
        let source = TypedImageRef::<P>::from_buffer(image.width(), image.height(), image.as_raw()).ok()?;
        let (width, height) = self.size;
        let mut samples = vec![0; width as usize * height as usize * P::size()];
        let mut target = TypedImage::<P>::from_buffer(width, height, &mut samples).ok()?;
        let options = ResizeOptions::new().crop(self.left, self.top, self.width, self.height);
        Resizer::new().resize_typed(&source, &mut target, &options).ok()?;
        Some(samples)
    }
}

/// The scale factors of width and height, at most 1.
fn scale(source: (f64, f64), requested: (Option<u32>, Option<u32>), resize: Resize) -> (f64, f64) {
    let x = requested.0.map(|width| f64::from(width) / source.0);
    let y = requested.1.map(|height| f64::from(height) / source.1);
    let (x, y) = match (x, y) {
        (None, None) => (1.0, 1.0),
        (Some(one), None) | (None, Some(one)) => (one, one),
        (Some(x), Some(y)) => match resize {
            Resize::Cover => (x.max(y), x.max(y)),
            Resize::Contain => (x.min(y), x.min(y)),
            Resize::Fill => (x, y),
        },
    };
    let enlargement = x.max(y).max(1.0);
    (x / enlargement, y / enlargement)
}

/// A side rounded to whole pixels, at least 1.
fn length(side: f64) -> u32 {
    // In range: it is a `u32` side that was not enlarged.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let pixels = side.round() as u32;
    pixels.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gravity::{Anchor, Offset};

    const CENTRE: (Gravity, Orientation) = (
        Gravity { horizontal: Anchor::Center(Offset(0)), vertical: Anchor::Center(Offset(0)) },
        Orientation::NoTransforms,
    );

    fn size(source: (u32, u32), requested: (Option<u32>, Option<u32>), resize: Resize) -> (u32, u32) {
        Plan::new(source, requested, resize, CENTRE).size
    }

    #[test]
    fn a_missing_side_follows_from_the_other() {
        for resize in [Resize::Cover, Resize::Contain, Resize::Fill] {
            assert_eq!(size((400, 200), (Some(100), None), resize), (100, 50));
            assert_eq!(size((400, 200), (None, Some(100)), resize), (200, 100));
            assert_eq!(size((400, 200), (None, None), resize), (400, 200));
        }
    }

    #[test]
    fn each_mode_fits_both_sides_in_its_own_way() {
        let square = (Some(100), Some(100));
        assert_eq!(size((400, 200), square, Resize::Cover), (100, 100));
        assert_eq!(size((400, 200), square, Resize::Contain), (100, 50));
        assert_eq!(size((400, 200), square, Resize::Fill), (100, 100));
    }

    #[test]
    fn cover_crops_to_the_centre() {
        let plan = Plan::new((400, 200), (Some(100), Some(100)), Resize::Cover, CENTRE);
        assert_eq!((plan.left, plan.top, plan.width, plan.height), (100.0, 0.0, 200.0, 200.0));
        let plan = Plan::new((200, 400), (Some(100), Some(100)), Resize::Cover, CENTRE);
        assert_eq!((plan.left, plan.top, plan.width, plan.height), (0.0, 100.0, 200.0, 200.0));
    }

    #[test]
    fn gravity_applies_to_the_upright_image() {
        let upper_left = Gravity { horizontal: Anchor::Start(Offset(0)), vertical: Anchor::Start(Offset(0)) };
        let corner = |orientation| {
            let wide =
                Plan::new((400, 200), (Some(100), Some(100)), Resize::Cover, (upper_left, orientation));
            let tall =
                Plan::new((200, 400), (Some(100), Some(100)), Resize::Cover, (upper_left, orientation));
            (wide.left, tall.top)
        };
        assert_eq!(corner(Orientation::NoTransforms), (0.0, 0.0));
        assert_eq!(corner(Orientation::Rotate90), (0.0, 200.0));
        assert_eq!(corner(Orientation::Rotate180), (200.0, 200.0));
        assert_eq!(corner(Orientation::Rotate270), (200.0, 0.0));
        assert_eq!(corner(Orientation::FlipHorizontal), (200.0, 0.0));
        assert_eq!(corner(Orientation::FlipVertical), (0.0, 200.0));
        assert_eq!(corner(Orientation::Rotate90FlipH), (0.0, 0.0));
        assert_eq!(corner(Orientation::Rotate270FlipH), (200.0, 200.0));
    }

    #[test]
    fn nothing_is_enlarged() {
        let large = (Some(1000), Some(500));
        assert_eq!(size((300, 100), large, Resize::Cover), (300, 100));
        assert_eq!(size((300, 100), large, Resize::Contain), (300, 100));
        // The requested proportions are kept.
        assert_eq!(size((300, 100), large, Resize::Fill), (200, 100));
        assert_eq!(size((300, 100), (Some(200), Some(200)), Resize::Cover), (200, 100));
    }

    #[test]
    fn a_side_is_at_least_one_pixel() {
        assert_eq!(size((10_000, 2), (Some(10), Some(10)), Resize::Contain), (10, 1));
        assert_eq!(size((10_000, 2), (Some(1), None), Resize::Cover), (1, 1));
    }
}
