//! Small images of every supported format, and invalid ones.

/// A JPEG with an EXIF orientation of 90° and a GPS position.
pub const JPEG: &[u8] = include_bytes!("../pictures/terrace.jpg");
/// A PNG.
pub const PNG: &[u8] = include_bytes!("../pictures/garden.png");
/// A WebP.
pub const WEBP: &[u8] = include_bytes!("../pictures/bedroom.webp");
/// A GIF.
pub const GIF: &[u8] = include_bytes!("../pictures/pool.gif");

/// The size limit of uploads: 5 MiB.
pub const LIMIT: usize = 5 * 1024 * 1024;

/// The extension and the media type of a picture by its first byte.
pub fn format_of(picture: &[u8]) -> (&'static str, &'static str) {
    match picture.first() {
        Some(0x89) => ("png", "image/png"),
        Some(b'R') => ("webp", "image/webp"),
        Some(b'G') => ("gif", "image/gif"),
        _ => ("jpg", "image/jpeg"),
    }
}

/// A valid JPEG of this many bytes. Decoders ignore the padding after its end.
pub fn jpeg_of_size(bytes: usize) -> Vec<u8> {
    let mut file = JPEG.to_vec();
    file.resize(bytes, 0);
    file
}

/// Files that must be rejected: file name, declared media type, and content.
pub fn invalid_images() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    vec![
        ("empty.jpg", "image/jpeg", Vec::new()),
        ("drawing.svg", "image/svg+xml", svg.into()),
        ("drawing.png", "image/png", svg.into()),
        ("page.jpg", "image/jpeg", b"<!doctype html><script>alert(1)</script>".to_vec()),
        ("signature.png", "image/png", [&PNG[..8], b"and then nothing of a picture"].concat()),
        ("truncated.jpg", "image/jpeg", JPEG[..JPEG.len() / 2].to_vec()),
        ("truncated.png", "image/png", PNG[..PNG.len() / 2].to_vec()),
        ("document.webp", "image/webp", b"%PDF-1.7".to_vec()),
    ]
}
