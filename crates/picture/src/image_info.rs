//! The properties of an image that its header states.

use crate::format::Format;

/// The content of an image's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageInfo {
    /// The format, by content sniffing.
    pub format: Format,
    /// The stored width in pixels. The EXIF orientation may swap width and height for display.
    pub width: u32,
    /// The stored height in pixels.
    pub height: u32,
}
