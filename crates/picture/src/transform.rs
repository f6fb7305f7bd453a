//! The parameters and the result of a transformation.

use crate::format::Format;
use crate::gravity::Gravity;

/// The resize mode: how an image is fitted into the requested size. No mode enlarges it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Resize {
    /// Fills the size and crops the excess, by default evenly on both sides.
    #[default]
    Cover,
    /// Scales the whole image to fit into the size.
    Contain,
    /// Stretches the image to the size.
    Fill,
}

/// The parameters of [`transform`](fn@crate::transform).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Transform {
    /// The width in pixels. When absent, it follows from the height and the proportions.
    pub width: Option<u32>,
    /// The height in pixels. When absent, it follows from the width and the proportions.
    pub height: Option<u32>,
    /// The resize mode, which matters when the requested proportions differ from the image's.
    pub resize: Resize,
    /// What a crop keeps.
    pub gravity: Gravity,
    /// From 1 to 100. PNG and GIF ignore it.
    pub quality: u8,
    /// The format of the result. When absent, the image's own.
    pub format: Option<Format>,
}

/// An encoded image: upright, in sRGB, without metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedImage {
    /// The file's content.
    pub bytes: Vec<u8>,
    /// The file's format.
    pub format: Format,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
}
