//! A photo as everybody sees it: upright, no larger than it has to be, and silent about where it was taken.

mod support;

use image::codecs::gif::GifEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, Frame, GrayImage, ImageBuffer, ImageEncoder, Luma, Rgb, RgbImage};
use moxcms::ColorProfile;
use picture::{Format, PUBLISHED_SIDE, Refusal, publish};
use support::{color, file, half_transparent, shown, turned, two_colors};

#[test]
fn every_format_becomes_webp_with_the_same_picture() {
    for format in Format::ALL {
        let published = publish(&file(&two_colors(60, 40), format)).unwrap();
        assert_eq!((published.format, published.width, published.height), (Format::WebP, 60, 40));
        assert_eq!(Format::of_content(&published.bytes), Some(Format::WebP));
        let seen = shown(&published.bytes);
        assert_eq!((color(&seen, 10, 20), color(&seen, 50, 20)), ("red", "blue"), "{format:?}");
    }
}

#[test]
fn the_longer_side_is_cut_down() {
    let wide = publish(&file(&two_colors(3000, 1500), Format::Jpeg)).unwrap();
    assert_eq!((wide.width, wide.height), (PUBLISHED_SIDE, PUBLISHED_SIDE / 2));
    let high = publish(&file(&two_colors(1000, 2500), Format::Png)).unwrap();
    assert_eq!((high.width, high.height), (800, PUBLISHED_SIDE));
    let seen = shown(&wide.bytes);
    assert_eq!((seen.width(), seen.height()), (wide.width, wide.height));
}

#[test]
fn a_turned_photo_stands_upright() {
    // Where the red half is, once the picture is as it was seen.
    for (orientation, size, red, blue) in [
        (1, (40, 20), (5, 10), (35, 10)),
        (2, (40, 20), (35, 10), (5, 10)),
        (3, (40, 20), (35, 10), (5, 10)),
        (6, (20, 40), (10, 5), (10, 35)),
        (8, (20, 40), (10, 35), (10, 5)),
    ] {
        let published = publish(&turned(&two_colors(40, 20), orientation)).unwrap();
        assert_eq!((published.width, published.height), size, "{orientation}");
        let seen = shown(&published.bytes);
        assert_eq!(
            (color(&seen, red.0, red.1), color(&seen, blue.0, blue.1)),
            ("red", "blue"),
            "{orientation}"
        );
    }
}

#[test]
fn a_large_turned_photo_is_measured_upright() {
    let published = publish(&turned(&two_colors(4000, 3000), 6)).unwrap();
    assert_eq!((published.width, published.height), (1500, 2000));
}

#[test]
fn nothing_of_the_metadata_stays() {
    let photo = turned(&two_colors(40, 20), 1);
    let has = |file: &[u8], text: &[u8]| file.windows(text.len()).any(|part| part == text);
    assert!(has(&photo, b"GPS 41.9192"));
    let published = publish(&photo).unwrap();
    for told in [b"Exif".as_slice(), b"GPS", b"EXIF", b"XMP ", b"ICCP"] {
        assert!(!has(&published.bytes, told));
    }
}

#[test]
fn transparency_stays() {
    for format in [Format::Png, Format::WebP] {
        let seen = shown(&publish(&file(&half_transparent(40, 20), format)).unwrap().bytes);
        assert_eq!((color(&seen, 5, 10), color(&seen, 35, 10)), ("green", "nothing"));
    }
}

#[test]
fn of_an_animation_the_first_image_stays() {
    let frame = |color: [u8; 3]| {
        Frame::new(DynamicImage::ImageRgb8(RgbImage::from_pixel(20, 20, Rgb(color))).into_rgba8())
    };
    let mut animation = Vec::new();
    let mut encoder = GifEncoder::new(&mut animation);
    encoder.encode_frames([frame([220, 0, 0]), frame([0, 0, 220])]).unwrap();
    drop(encoder);
    let seen = shown(&publish(&animation).unwrap().bytes);
    assert_eq!(color(&seen, 10, 10), "red");
}

#[test]
fn grey_and_sixteen_bit_images_are_taken() {
    let grey = DynamicImage::ImageLuma8(GrayImage::from_pixel(20, 20, Luma([250])));
    let deep = DynamicImage::ImageRgb16(ImageBuffer::from_pixel(20, 20, Rgb([60_000, 1_000, 1_000])));
    for (image, expected) in [(grey, "white"), (deep, "red")] {
        let seen = shown(&publish(&file(&image, Format::Png)).unwrap().bytes);
        assert_eq!(color(&seen, 10, 10), expected);
    }
}

#[test]
fn colours_of_a_wider_space_keep_their_look() {
    let wide = RgbImage::from_pixel(20, 20, Rgb([200, 60, 60]));
    let mut file = Vec::new();
    let mut encoder = PngEncoder::new(&mut file);
    encoder.set_icc_profile(ColorProfile::new_display_p3().encode().unwrap()).unwrap();
    encoder.write_image(&wide, 20, 20, image::ExtendedColorType::Rgb8).unwrap();
    let seen = shown(&publish(&file).unwrap().bytes);
    // The same red has a higher number in the narrower space.
    let [red, green, ..] = seen.get_pixel(10, 10).0;
    assert!(red > 206 && green < 56, "{red} {green}");
}

#[test]
fn a_file_that_was_cut_short_is_refused() {
    let picture = DynamicImage::ImageRgb8(RgbImage::from_fn(200, 200, |x, y| {
        Rgb([(x * 7 + y * 13) as u8, (x * y) as u8, (x ^ y) as u8])
    }));
    for format in Format::ALL {
        let whole = file(&picture, format);
        assert!(publish(&whole).is_ok());
        for kept in [whole.len() / 2, whole.len() * 9 / 10] {
            assert_eq!(publish(&whole[..kept]), Err(Refusal::Damaged), "{format:?}");
        }
    }
    let thumbnail_inside = turned(&picture, 1);
    assert_eq!(publish(&thumbnail_inside[..thumbnail_inside.len() / 2]), Err(Refusal::Damaged));
}
