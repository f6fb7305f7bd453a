//! `publish`: orientation, size limit, colour space, and removal of metadata.

mod support;

use image::codecs::gif::GifEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, Frame, GrayImage, ImageBuffer, ImageEncoder, Luma, Rgb, RgbImage};
use moxcms::ColorProfile;
use picture::{Format, PUBLISHED_MAX_SIDE, PictureError, publish};
use support::{color, decoded, file, half_transparent, rotated, two_colors};

#[test]
fn every_format_becomes_webp_with_the_same_pixels() {
    for format in Format::ALL {
        let published = publish(&file(&two_colors(60, 40), format)).unwrap();
        assert_eq!((published.format, published.width, published.height), (Format::WebP, 60, 40));
        assert_eq!(Format::sniff(&published.bytes), Some(Format::WebP));
        let seen = decoded(&published.bytes);
        assert_eq!((color(&seen, 10, 20), color(&seen, 50, 20)), ("red", "blue"), "{format:?}");
    }
}

#[test]
fn limits_the_longer_side() {
    let wide = publish(&file(&two_colors(3000, 1500), Format::Jpeg)).unwrap();
    assert_eq!((wide.width, wide.height), (PUBLISHED_MAX_SIDE, PUBLISHED_MAX_SIDE / 2));
    let high = publish(&file(&two_colors(1000, 2500), Format::Png)).unwrap();
    assert_eq!((high.width, high.height), (800, PUBLISHED_MAX_SIDE));
    let seen = decoded(&wide.bytes);
    assert_eq!((seen.width(), seen.height()), (wide.width, wide.height));
}

#[test]
fn applies_the_exif_orientation() {
    // The positions of the red and the blue half after rotation.
    for (orientation, size, red, blue) in [
        (1, (40, 20), (5, 10), (35, 10)),
        (2, (40, 20), (35, 10), (5, 10)),
        (3, (40, 20), (35, 10), (5, 10)),
        (6, (20, 40), (10, 5), (10, 35)),
        (8, (20, 40), (10, 35), (10, 5)),
    ] {
        let published = publish(&rotated(&two_colors(40, 20), orientation)).unwrap();
        assert_eq!((published.width, published.height), size, "{orientation}");
        let seen = decoded(&published.bytes);
        assert_eq!(
            (color(&seen, red.0, red.1), color(&seen, blue.0, blue.1)),
            ("red", "blue"),
            "{orientation}"
        );
    }
}

#[test]
fn limits_the_longer_side_after_rotation() {
    let published = publish(&rotated(&two_colors(4000, 3000), 6)).unwrap();
    assert_eq!((published.width, published.height), (1500, 2000));
}

#[test]
fn removes_all_metadata() {
    let photo = rotated(&two_colors(40, 20), 1);
    let has = |file: &[u8], text: &[u8]| file.windows(text.len()).any(|part| part == text);
    assert!(has(&photo, b"GPS 41.9192"));
    let published = publish(&photo).unwrap();
    for marker in [b"Exif".as_slice(), b"GPS", b"EXIF", b"XMP ", b"ICCP"] {
        assert!(!has(&published.bytes, marker));
    }
}

#[test]
fn keeps_transparency() {
    for format in [Format::Png, Format::WebP] {
        let seen = decoded(&publish(&file(&half_transparent(40, 20), format)).unwrap().bytes);
        assert_eq!((color(&seen, 5, 10), color(&seen, 35, 10)), ("green", "nothing"));
    }
}

#[test]
fn reduces_an_animation_to_its_first_frame() {
    let frame = |color: [u8; 3]| {
        Frame::new(DynamicImage::ImageRgb8(RgbImage::from_pixel(20, 20, Rgb(color))).into_rgba8())
    };
    let mut animation = Vec::new();
    let mut encoder = GifEncoder::new(&mut animation);
    encoder.encode_frames([frame([220, 0, 0]), frame([0, 0, 220])]).unwrap();
    drop(encoder);
    let seen = decoded(&publish(&animation).unwrap().bytes);
    assert_eq!(color(&seen, 10, 10), "red");
}

#[test]
fn accepts_grey_and_sixteen_bit_images() {
    let grey = DynamicImage::ImageLuma8(GrayImage::from_pixel(20, 20, Luma([250])));
    let deep = DynamicImage::ImageRgb16(ImageBuffer::from_pixel(20, 20, Rgb([60_000, 1_000, 1_000])));
    for (image, expected) in [(grey, "white"), (deep, "red")] {
        let seen = decoded(&publish(&file(&image, Format::Png)).unwrap().bytes);
        assert_eq!(color(&seen, 10, 10), expected);
    }
}

#[test]
fn converts_colours_from_the_icc_profile() {
    let wide = RgbImage::from_pixel(20, 20, Rgb([200, 60, 60]));
    let mut file = Vec::new();
    let mut encoder = PngEncoder::new(&mut file);
    encoder.set_icc_profile(ColorProfile::new_display_p3().encode().unwrap()).unwrap();
    encoder.write_image(&wide, 20, 20, image::ExtendedColorType::Rgb8).unwrap();
    let seen = decoded(&publish(&file).unwrap().bytes);
    // The same red has a higher value in sRGB, which is the narrower space.
    let [red, green, ..] = seen.get_pixel(10, 10).0;
    assert!(red > 206 && green < 56, "{red} {green}");
}

#[test]
fn rejects_truncated_files() {
    let picture = DynamicImage::ImageRgb8(RgbImage::from_fn(200, 200, |x, y| {
        Rgb([(x * 7 + y * 13) as u8, (x * y) as u8, (x ^ y) as u8])
    }));
    for format in Format::ALL {
        let whole = file(&picture, format);
        assert!(publish(&whole).is_ok());
        for kept in [whole.len() / 2, whole.len() * 9 / 10] {
            assert_eq!(publish(&whole[..kept]), Err(PictureError::Damaged), "{format:?}");
        }
    }
    let thumbnail_inside = rotated(&picture, 1);
    assert_eq!(publish(&thumbnail_inside[..thumbnail_inside.len() / 2]), Err(PictureError::Damaged));
}
