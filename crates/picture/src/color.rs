//! Colour management: converts pixels from an image's ICC profile to sRGB, which is the colour space of a file without
//! a profile.

use image::DynamicImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// The colour profile of an image, if it has a usable one.
pub struct Color(Option<ColorProfile>);

impl Color {
    /// Ignores a profile that is unreadable or not for RGB.
    pub fn from_icc_profile(profile: Option<Vec<u8>>) -> Color {
        let profile = profile.and_then(|profile| ColorProfile::new_from_slice(&profile).ok());
        Color(profile.filter(|profile| profile.color_space == DataColorSpace::Rgb))
    }

    /// Converts the pixels to sRGB. Without a profile they are returned unchanged.
    pub fn into_srgb(self, pixels: DynamicImage) -> DynamicImage {
        match (self.0, pixels) {
            (Some(profile), DynamicImage::ImageRgb8(mut image)) => {
                convert(&profile, Layout::Rgb, &mut image);
                DynamicImage::ImageRgb8(image)
            }
            (Some(profile), DynamicImage::ImageRgba8(mut image)) => {
                convert(&profile, Layout::Rgba, &mut image);
                DynamicImage::ImageRgba8(image)
            }
            (_, pixels) => pixels,
        }
    }
}

fn convert(profile: &ColorProfile, layout: Layout, samples: &mut [u8]) {
    let srgb = ColorProfile::new_srgb();
    let options = TransformOptions::default();
    let Ok(transform) = profile.create_transform_8bit(layout, &srgb, layout, options) else { return };
    let original = samples.to_vec();
    if transform.transform(&original, samples).is_err() {
        samples.copy_from_slice(&original);
    }
}
