//! Image work without network or database: what a file is, the form in which a photo is published, and the sizes in
//! which a page asks for it.
//!
//! JPEG, PNG, GIF and WebP are taken, told by their content alone: neither a name nor a declared type counts. Refused
//! are all other files (SVG among them), empty and damaged ones, and images of more than [`MOST_PIXELS`] pixels or
//! [`LONGEST_SIDE`] pixels on a side, before a pixel of them is decoded.
//!
//! [`verify`], [`publish`] and [`transform`] keep a core busy for up to a second and hold every pixel in memory: call
//! them where blocking is allowed, and so many at once as memory allows.

mod color;
mod decode;
mod encode;
mod format;
mod jpeg;
mod resize;

pub use format::Format;

/// What most cameras and every phone stay below.
pub const MOST_PIXELS: u64 = 50_000_000;
/// The longest side that WebP has.
pub const LONGEST_SIDE: u32 = 16_383;
/// The longer side of a published photo is at most this long.
pub const PUBLISHED_SIDE: u32 = 2_000;
/// The quality of a published photo, from 1 to 100.
pub const PUBLISHED_QUALITY: u8 = 82;

/// Why an image is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A file of no bytes.
    #[error("the file is empty")]
    Empty,
    /// Another kind of file, whatever it is called.
    #[error("the file is not a JPEG, PNG, GIF or WebP image")]
    NotAnImage,
    /// It begins like an image and does not go on like one, or not to the end.
    #[error("the image is damaged or cut short")]
    Damaged,
    /// More pixels than [`MOST_PIXELS`], a side longer than [`LONGEST_SIDE`], or more memory than those need.
    #[error("the image has too many pixels")]
    TooLarge,
}

/// What the header of an image says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identified {
    /// Its format, by content.
    pub format: Format,
    /// Pixels from left to right as they are stored; an orientation in the metadata may swap the two.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

/// An image that we have made: pixels alone, upright, in sRGB, without metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its format.
    pub format: Format,
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

/// How an image fills the size that is asked for. None of them enlarges it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Resize {
    /// Fills the size and cuts off, evenly on both sides, what juts out.
    #[default]
    Cover,
    /// As large as fits into the size, whole.
    Contain,
    /// Stretched to the size.
    Fill,
}

/// What to make of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Transform {
    /// Pixels from left to right; what the height leaves, when absent.
    pub width: Option<u32>,
    /// Pixels from top to bottom; what the width leaves, when absent.
    pub height: Option<u32>,
    /// What to do where the proportions differ.
    pub resize: Resize,
    /// From 1 to 100; of no matter to PNG and GIF.
    pub quality: u8,
    /// The format of the result; the image's own when absent.
    pub format: Option<Format>,
}

/// Reads the header alone. The rest may still be damaged, which [`verify`] finds out.
pub fn identify(file: &[u8]) -> Result<Identified, Refusal> {
    decode::identify(file)
}

/// Decodes the whole image and makes nothing of it: whether it can be published later.
pub fn verify(file: &[u8]) -> Result<Identified, Refusal> {
    let source = decode::decode(file)?;
    Ok(Identified { format: source.format, width: source.pixels.width(), height: source.pixels.height() })
}

/// A photo as it is shown to everybody: decoded whole, upright, at most [`PUBLISHED_SIDE`] long, as lossy WebP, and
/// without the place, the camera and the other things that a photo tells of itself. Of an animation the first image
/// stays.
pub fn publish(file: &[u8]) -> Result<Published, Refusal> {
    let wanted = Transform {
        width: Some(PUBLISHED_SIDE),
        height: Some(PUBLISHED_SIDE),
        resize: Resize::Contain,
        quality: PUBLISHED_QUALITY,
        format: Some(Format::WebP),
    };
    transform(file, &wanted)
}

/// An image in another size or format. As with [`publish`], it comes out upright, without metadata, and of an
/// animation the first image stays.
pub fn transform(file: &[u8], wanted: &Transform) -> Result<Published, Refusal> {
    let source = decode::decode(file)?;
    let format = wanted.format.unwrap_or(source.format);
    let pixels = source.color.into_srgb(resize::resize(source.pixels, source.orientation, wanted)?);
    let bytes = encode::encode(&pixels, format, wanted.quality)?;
    Ok(Published { bytes, format, width: pixels.width(), height: pixels.height() })
}
