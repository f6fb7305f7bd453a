//! Colours: what an image's own profile means, said in sRGB, which is what a file without a profile means.

use image::DynamicImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// The colour profile of an image, where it has one that is not sRGB anyway.
pub struct Color(Option<ColorProfile>);

impl Color {
    /// A profile that cannot be read, or that is not of red, green and blue, is as good as none.
    pub fn of_profile(profile: Option<Vec<u8>>) -> Color {
        let profile = profile.and_then(|profile| ColorProfile::new_from_slice(&profile).ok());
        Color(profile.filter(|profile| profile.color_space == DataColorSpace::Rgb))
    }

    /// The same picture in sRGB.
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
