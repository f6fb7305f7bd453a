//! The formats that are taken, told apart by the first bytes of a file.

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
    /// Every format that is taken.
    pub const ALL: [Format; 4] = [Format::Jpeg, Format::Png, Format::Gif, Format::WebP];
    /// So many bytes of a file tell its format.
    pub const TELLING_BYTES: usize = 12;

    /// The format of a file that begins with these bytes.
    pub fn of_content(bytes: &[u8]) -> Option<Format> {
        match bytes {
            [0xff, 0xd8, 0xff, ..] => Some(Format::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Format::Png),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Format::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Format::WebP),
            _ => None,
        }
    }

    /// The format that a media type names, with or without parameters.
    pub fn of_mime(mime: &str) -> Option<Format> {
        let essence = mime.split(';').next().unwrap_or_default().trim();
        // Names that were never registered and that some programs send.
        if ["image/jpg", "image/pjpeg"].iter().any(|other| essence.eq_ignore_ascii_case(other)) {
            return Some(Format::Jpeg);
        }
        Format::ALL.into_iter().find(|format| essence.eq_ignore_ascii_case(format.mime()))
    }

    /// The format that a file's name promises, by its extension.
    pub fn of_name(name: &str) -> Option<Format> {
        let (_, extension) = name.rsplit_once('.')?;
        if ["jpeg", "jpe", "jfif"].iter().any(|other| extension.eq_ignore_ascii_case(other)) {
            return Some(Format::Jpeg);
        }
        Format::ALL.into_iter().find(|format| extension.eq_ignore_ascii_case(format.extension()))
    }

    /// Its media type.
    pub fn mime(self) -> &'static str {
        match self {
            Format::Jpeg => "image/jpeg",
            Format::Png => "image/png",
            Format::Gif => "image/gif",
            Format::WebP => "image/webp",
        }
    }

    /// What the names of its files end with, without the dot.
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
    fn names_and_types_promise_a_format() {
        assert_eq!(Format::of_mime("image/jpeg; charset=binary"), Some(Format::Jpeg));
        assert_eq!(Format::of_mime("IMAGE/WEBP"), Some(Format::WebP));
        assert_eq!(Format::of_mime("image/svg+xml"), None);
        assert_eq!(Format::of_name("a/b.c/plage.JPEG"), Some(Format::Jpeg));
        assert_eq!(Format::of_name("png"), None);
        for format in Format::ALL {
            assert_eq!(Format::of_mime(format.mime()), Some(format));
            assert_eq!(Format::of_name(&format!("a.{}", format.extension())), Some(format));
        }
    }

    #[test]
    fn a_beginning_that_is_too_short_tells_nothing() {
        assert_eq!(Format::of_content(b""), None);
        assert_eq!(Format::of_content(b"RIFF\0\0\0\0WEB"), None);
        assert_eq!(Format::of_content(b"<svg xmlns="), None);
    }
}
