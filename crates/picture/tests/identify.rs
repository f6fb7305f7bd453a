//! Content sniffing, and rejections before any pixel is decoded.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used)]

mod support;

use picture::{Format, ImageInfo, PictureError, identify, publish};
use support::{file, two_colors};

/// A PNG with a header of this size and an empty body.
fn png_of(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    let mut header = b"IHDR".to_vec();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 6, 0, 0, 0]);
    file.extend(&header[4..]);
    file.extend(checksum(&header).to_be_bytes());
    file.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    file
}

/// The CRC-32 of a PNG chunk.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum: u32, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    })
}

/// A small JPEG whose header claims this size.
fn jpeg_of(width: u16, height: u16) -> Vec<u8> {
    let mut file = file(&two_colors(8, 8), Format::Jpeg);
    let frame = file.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    file[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    file[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    file
}

/// A small GIF whose header claims this size.
fn gif_of(width: u16, height: u16) -> Vec<u8> {
    let mut file = file(&two_colors(8, 8), Format::Gif);
    file[6..8].copy_from_slice(&width.to_le_bytes());
    file[8..10].copy_from_slice(&height.to_le_bytes());
    file
}

#[test]
fn sniffs_every_format() {
    for format in Format::ALL {
        let found = identify(&file(&two_colors(30, 20), format));
        assert_eq!(found, Ok(ImageInfo { format, width: 30, height: 20 }), "{format:?}");
    }
}

#[test]
fn rejects_files_that_are_not_images() {
    assert_eq!(identify(b""), Err(PictureError::Empty));
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    let files: [&[u8]; 7] = [
        svg,
        b"<?xml version=\"1.0\"?><svg/>",
        b"<!doctype html><script>alert(1)</script>",
        b"%PDF-1.7",
        b"BM\0\0\0\0\0\0\0\0\0\0",
        b"\0\0\0 ftypavif\0\0\0\0",
        b"x",
    ];
    for file in files {
        assert_eq!(identify(file), Err(PictureError::NotAnImage), "{:?}", String::from_utf8_lossy(file));
        assert_eq!(publish(file), Err(PictureError::NotAnImage));
    }
}

#[test]
fn rejects_files_with_only_the_header_of_an_image() {
    for beginning in [
        b"\xff\xd8\xff\xe0".as_slice(),
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a\x08\0\x08\0",
        b"RIFF\x24\0\0\0WEBPVP8 ",
    ] {
        let fake = [beginning, b"<script>alert(1)</script>".repeat(20).as_slice()].concat();
        assert_eq!(publish(&fake), Err(PictureError::Damaged), "{:?}", String::from_utf8_lossy(beginning));
        assert_eq!(publish(beginning), Err(PictureError::Damaged));
    }
}

#[test]
fn rejects_decompression_bombs() {
    for bomb in [
        png_of(60_000, 60_000),
        png_of(20_000, 1),
        png_of(8_000, 8_000),
        jpeg_of(65_000, 65_000),
        gif_of(65_535, 65_535),
    ] {
        assert!(bomb.len() < 2_000);
        assert_eq!(identify(&bomb), Err(PictureError::TooLarge));
        assert_eq!(publish(&bomb), Err(PictureError::TooLarge));
    }
    assert!(identify(&png_of(8_000, 6_000)).is_ok());
}

#[test]
fn rejects_an_image_with_a_side_of_zero() {
    assert_eq!(identify(&png_of(0, 10)), Err(PictureError::Damaged));
    assert_eq!(identify(&jpeg_of(10, 0)), Err(PictureError::Damaged));
}
