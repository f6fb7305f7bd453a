//! The errors of all functions, and the limits that they enforce.

/// The most pixels of an image. Phones and most cameras produce fewer.
pub const MAX_PIXELS: u64 = 50_000_000;
/// The longest side in pixels, which is WebP's limit.
pub const MAX_SIDE: u32 = 16_383;

/// The reason why an image is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The content is not of a supported format.
    #[error("the file is not a JPEG, PNG, GIF or WebP image")]
    NotAnImage,
    /// The content begins like an image, but is malformed or truncated.
    #[error("the image is damaged or cut short")]
    Damaged,
    /// The image exceeds [`MAX_PIXELS`] or [`MAX_SIDE`], or decoding it needs too much memory.
    #[error("the image has too many pixels")]
    TooLarge,
}
