//! The pixels of a decoded image.
//!
//! Those of a photo fill tens of megabytes, which the system hands out zeroed, page by page. With large pages, where it has
//! them, decoding takes a fifth less time.

use std::io;

use image::metadata::Orientation;
use image::{ColorType, DynamicImage, ImageBuffer, ImageDecoder, ImageError, ImageResult, Rgb};
use memmap2::MmapMut;

/// A decoded image, not yet oriented and in its own colour space.
pub struct Image {
    /// Those of the file.
    pub dimensions: (u32, u32),
    pub pixels: Pixels,
    /// How many pixels of the file each pixel stands for, in width and in height.
    pub shrink: u32,
    pub orientation: Orientation,
}

/// Pixels. Those of photos are RGB with 8 bits per channel.
pub enum Pixels {
    Rgb(ImageBuffer<Rgb<u8>, MmapMut>),
    Other(DynamicImage),
}

impl Pixels {
    /// The limits of the decoder must have been checked.
    pub fn decode(decoder: impl ImageDecoder) -> ImageResult<Self> {
        if decoder.color_type() != ColorType::Rgb8 {
            return DynamicImage::from_decoder(decoder).map(Self::Other);
        }
        let (width, height) = decoder.dimensions();
        let mut samples = large_pages(decoder.total_bytes()).map_err(ImageError::IoError)?;
        decoder.read_image(&mut samples)?;
        let image = ImageBuffer::from_raw(width, height, samples);
        image.map(Self::Rgb).ok_or_else(|| ImageError::IoError(io::ErrorKind::UnexpectedEof.into()))
    }
}

fn large_pages(length: u64) -> io::Result<MmapMut> {
    let memory = MmapMut::map_anon(usize::try_from(length).map_err(io::Error::other)?)?;
    // A system without large pages uses small ones.
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage);
    Ok(memory)
}
