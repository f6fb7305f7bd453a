//! The supported image formats, and content sniffing: a file's format by its first bytes.

/// An image format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// `image/jpeg`
    Jpeg,
    /// `image/png`
    Png,
    /// `image/gif`
    Gif,
    /// `image/webp`
    WebP,
}

impl Format {
    /// All supported formats.
    pub const ALL: [Format; 4] = [Format::Jpeg, Format::Png, Format::Gif, Format::WebP];
    /// The number of bytes that [`Format::sniff`] needs to recognise every format.
    pub const SNIFFED_BYTES: usize = 12;

    /// Content sniffing: the format of a file that begins with these bytes, by its magic number.
    pub fn sniff(bytes: &[u8]) -> Option<Format> {
        match bytes {
            [0xff, 0xd8, 0xff, ..] => Some(Format::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Format::Png),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Format::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Format::WebP),
            _ => None,
        }
    }

    /// The format of a media type, with or without parameters.
    pub fn from_mime(mime: &str) -> Option<Format> {
        let essence = mime.split(';').next().unwrap_or_default().trim();
        // Unregistered media types that some programs send.
        if ["image/jpg", "image/pjpeg"].iter().any(|other| essence.eq_ignore_ascii_case(other)) {
            return Some(Format::Jpeg);
        }
        Format::ALL.into_iter().find(|format| essence.eq_ignore_ascii_case(format.mime()))
    }

    /// The format that a file name's extension claims.
    pub fn from_file_name(name: &str) -> Option<Format> {
        let (_, extension) = name.rsplit_once('.')?;
        if ["jpeg", "jpe", "jfif"].iter().any(|other| extension.eq_ignore_ascii_case(other)) {
            return Some(Format::Jpeg);
        }
        Format::ALL.into_iter().find(|format| extension.eq_ignore_ascii_case(format.extension()))
    }

    /// The media type.
    pub fn mime(self) -> &'static str {
        match self {
            Format::Jpeg => "image/jpeg",
            Format::Png => "image/png",
            Format::Gif => "image/gif",
            Format::WebP => "image/webp",
        }
    }

    /// The usual file extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Jpeg => "jpg",
            Format::Png => "png",
            Format::Gif => "gif",
            Format::WebP => "webp",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_and_extensions_name_a_format() {
        assert_eq!(Format::from_mime("image/jpeg; charset=binary"), Some(Format::Jpeg));
        assert_eq!(Format::from_mime("IMAGE/WEBP"), Some(Format::WebP));
        assert_eq!(Format::from_mime("image/svg+xml"), None);
        assert_eq!(Format::from_file_name("a/b.c/plage.JPEG"), Some(Format::Jpeg));
        assert_eq!(Format::from_file_name("png"), None);
        for format in Format::ALL {
            assert_eq!(Format::from_mime(format.mime()), Some(format));
            assert_eq!(Format::from_file_name(&format!("a.{}", format.extension())), Some(format));
        }
    }

    #[test]
    fn sniffing_recognises_no_truncated_or_unsupported_header() {
        assert_eq!(Format::sniff(b""), None);
        assert_eq!(Format::sniff(b"RIFF\0\0\0\0WEB"), None);
        assert_eq!(Format::sniff(b"<svg xmlns="), None);
    }
}
