//! `transform`: size, resize mode, format and quality.

mod support;

use picture::{Anchor, Format, Gravity, Offset, Resize, Transform, transform};
use support::{color, decoded, file, half_transparent, rotated, two_colors};

const CENTRE: Gravity =
    Gravity { horizontal: Anchor::Center(Offset(0)), vertical: Anchor::Center(Offset(0)) };

const PLAIN: Transform = Transform {
    width: None,
    height: None,
    resize: Resize::Cover,
    gravity: CENTRE,
    quality: 80,
    format: None,
};

#[test]
fn keeps_the_format_unless_another_is_requested() {
    for format in Format::ALL {
        let source = file(&two_colors(60, 40), format);
        let same = transform(&source, &Transform { width: Some(30), ..PLAIN }).unwrap();
        assert_eq!((same.format, same.width, same.height), (format, 30, 20));
        assert_eq!(Format::sniff(&same.bytes), Some(format));
        for other in Format::ALL {
            let made = transform(&source, &Transform { format: Some(other), ..PLAIN }).unwrap();
            assert_eq!(Format::sniff(&made.bytes), Some(other));
            let seen = decoded(&made.bytes);
            assert_eq!((color(&seen, 10, 20), color(&seen, 50, 20)), ("red", "blue"), "{format:?} {other:?}");
        }
    }
}

#[test]
fn ignores_wrong_checksums_of_a_png() {
    let mut source = file(&two_colors(60, 40), Format::Png);
    // The checksum of the header.
    source[29] ^= 0xff;
    let seen = decoded(&transform(&source, &PLAIN).unwrap().bytes);
    assert_eq!((color(&seen, 10, 20), color(&seen, 50, 20)), ("red", "blue"));
    assert!(picture::verify(&source).is_err());
}

#[test]
fn cover_crops_to_the_centre() {
    let source = file(&two_colors(400, 100), Format::Png);
    let made = transform(&source, &Transform { width: Some(50), height: Some(50), ..PLAIN }).unwrap();
    let seen = decoded(&made.bytes);
    assert_eq!((seen.width(), seen.height()), (50, 50));
    // The boundary between the colours stays in the middle.
    assert_eq!((color(&seen, 20, 25), color(&seen, 30, 25)), ("red", "blue"));
}

#[test]
fn a_crop_keeps_what_gravity_names() {
    let source = file(&two_colors(400, 100), Format::Png);
    for (horizontal, expected) in [
        (Anchor::Start(Offset(0)), "red"),
        (Anchor::End(Offset(0)), "blue"),
        (Anchor::Point(100_000), "red"),
        (Anchor::Point(900_000), "blue"),
    ] {
        let gravity = Gravity { horizontal, ..CENTRE };
        let parameters = Transform { width: Some(50), height: Some(50), gravity, ..PLAIN };
        let seen = decoded(&transform(&source, &parameters).unwrap().bytes);
        assert_eq!((color(&seen, 5, 25), color(&seen, 45, 25)), (expected, expected), "{horizontal:?}");
    }
}

#[test]
fn crops_a_rotated_photo_in_display_orientation() {
    let source = rotated(&two_colors(400, 200), 6);
    let parameters = Transform { width: Some(100), height: Some(50), ..PLAIN };
    let made = transform(&source, &parameters).unwrap();
    assert_eq!((made.width, made.height), (100, 50));
    let seen = decoded(&made.bytes);
    assert_eq!((color(&seen, 50, 5), color(&seen, 50, 45)), ("red", "blue"));
}

#[test]
fn a_jpeg_that_is_decoded_at_a_fraction_of_its_size_is_the_same_picture() {
    let wave = |at: u32| (255 - ((at * 4) % 510).abs_diff(255)) as u8;
    let colors = image::RgbImage::from_fn(1003, 757, |x, y| image::Rgb([wave(x), wave(y), wave(x + y)]));
    let gray = image::DynamicImage::ImageRgb8(colors.clone()).into_luma8();
    for picture in [image::DynamicImage::ImageRgb8(colors), image::DynamicImage::ImageLuma8(gray)] {
        let jpeg = file(&picture, Format::Jpeg);
        // A PNG is decoded in full.
        let png = file(&decoded(&jpeg).into(), Format::Png);
        for (width, height) in [(400, None), (200, None), (100, None), (90, Some(300))] {
            let parameters = Transform { width: Some(width), height, format: Some(Format::Png), ..PLAIN };
            let [one, other] =
                [&jpeg, &png].map(|file| decoded(&transform(file, &parameters).unwrap().bytes));
            assert_eq!(one.dimensions(), other.dimensions());
            let differences =
                one.iter().zip(other.iter()).map(|(one, other)| u64::from(one.abs_diff(*other)));
            let mean = differences.sum::<u64>() as f64 / one.len() as f64;
            assert!(mean < 3.0, "{width} x {height:?}: {mean}");
        }
    }
}

#[test]
fn a_jpeg_in_cmyk_becomes_rgb() {
    let mut source = Vec::new();
    let red = [0, 255, 255, 0].repeat(400 * 300);
    let encoder = jpeg_encoder::Encoder::new(&mut source, 90);
    encoder.encode(&red, 400, 300, jpeg_encoder::ColorType::Cmyk).unwrap();
    let seen = decoded(&transform(&source, &Transform { width: Some(50), ..PLAIN }).unwrap().bytes);
    assert_eq!(color(&seen, 25, 15), "red");
}

#[test]
fn flattens_transparency_on_white_for_jpeg() {
    let source = file(&half_transparent(40, 20), Format::Png);
    let made = transform(&source, &Transform { format: Some(Format::Jpeg), ..PLAIN }).unwrap();
    let seen = decoded(&made.bytes);
    assert_eq!((color(&seen, 5, 10), color(&seen, 35, 10)), ("green", "white"));
}

#[test]
fn lower_quality_makes_smaller_files() {
    let picture = image::DynamicImage::ImageRgb8(image::RgbImage::from_fn(300, 300, |x, y| {
        image::Rgb([(x * 7 + y * 13) as u8, (x * y) as u8, (x ^ y) as u8])
    }));
    let source = file(&picture, Format::Png);
    for format in [Format::Jpeg, Format::WebP] {
        let length = |quality| {
            transform(&source, &Transform { format: Some(format), quality, ..PLAIN }).unwrap().bytes.len()
        };
        assert!(length(20) < length(60) && length(60) < length(95), "{format:?}");
    }
}
