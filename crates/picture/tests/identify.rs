//! What a file is, by its content alone, and what is refused before a pixel is decoded.

// What a test stands on either holds or ends the test.
#![allow(clippy::unwrap_used)]

mod support;

use picture::{Format, Identified, Refusal, identify, publish};
use support::{file, two_colors};

/// A PNG that announces a size and holds nothing more.
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

/// The checksum of a PNG's chunk.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum: u32, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    })
}

/// A JPEG that announces a size and holds nothing more.
fn jpeg_of(width: u16, height: u16) -> Vec<u8> {
    let mut file = file(&two_colors(8, 8), Format::Jpeg);
    let frame = file.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    file[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    file[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    file
}

fn gif_of(width: u16, height: u16) -> Vec<u8> {
    let mut file = file(&two_colors(8, 8), Format::Gif);
    file[6..8].copy_from_slice(&width.to_le_bytes());
    file[8..10].copy_from_slice(&height.to_le_bytes());
    file
}

#[test]
fn every_format_is_told_by_its_content() {
    for format in Format::ALL {
        let found = identify(&file(&two_colors(30, 20), format));
        assert_eq!(found, Ok(Identified { format, width: 30, height: 20 }), "{format:?}");
    }
}

#[test]
fn what_is_no_image_is_refused() {
    assert_eq!(identify(b""), Err(Refusal::Empty));
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
    for refused in files {
        assert_eq!(identify(refused), Err(Refusal::NotAnImage), "{:?}", String::from_utf8_lossy(refused));
        assert_eq!(publish(refused), Err(Refusal::NotAnImage));
    }
}

#[test]
fn what_only_begins_like_an_image_is_refused() {
    for beginning in [
        b"\xff\xd8\xff\xe0".as_slice(),
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a\x08\0\x08\0",
        b"RIFF\x24\0\0\0WEBPVP8 ",
    ] {
        let fake = [beginning, b"<script>alert(1)</script>".repeat(20).as_slice()].concat();
        assert_eq!(publish(&fake), Err(Refusal::Damaged), "{:?}", String::from_utf8_lossy(beginning));
        assert_eq!(publish(beginning), Err(Refusal::Damaged));
    }
}

#[test]
fn a_small_file_that_unfolds_to_a_huge_image_is_refused() {
    for bomb in [
        png_of(60_000, 60_000),
        png_of(20_000, 1),
        png_of(8_000, 8_000),
        jpeg_of(65_000, 65_000),
        gif_of(65_535, 65_535),
    ] {
        assert!(bomb.len() < 2_000);
        assert_eq!(identify(&bomb), Err(Refusal::TooLarge));
        assert_eq!(publish(&bomb), Err(Refusal::TooLarge));
    }
    assert!(identify(&png_of(8_000, 6_000)).is_ok());
}

#[test]
fn an_image_without_a_side_is_damaged() {
    assert_eq!(identify(&png_of(0, 10)), Err(Refusal::Damaged));
    assert_eq!(identify(&jpeg_of(10, 0)), Err(Refusal::Damaged));
}
