//! Whether a file is what it is called. In a bucket that takes images alone, the first bytes have to be of the format
//! that the declared type says and that the name promises.
//!
//! JPEG, PNG, GIF and WebP are known by their bytes. Other types that the bucket allows pass as declared, unless the
//! bytes are one of these four.

use picture::Format;
use uuid::Uuid;

use crate::Storage;
use crate::database::objects::Metadata;
use crate::error::{Error, Result};
use crate::names::ObjectKey;
use crate::s3::ByteRange;

pub fn check(key: &ObjectKey, mimetype: &str, beginning: &[u8]) -> Result<()> {
    if key.is_folder_placeholder() {
        return Ok(());
    }
    let content = Format::of_content(beginning);
    if content != Format::of_mime(mimetype) {
        return Err(Error::WrongContent(mimetype.to_owned()));
    }
    match Format::of_name(key.as_str()) {
        Some(promised) if content != Some(promised) => Err(Error::WrongContent(promised.mime().to_owned())),
        _ => Ok(()),
    }
}

/// The same for bytes that are there already and get another name.
pub async fn check_stored(
    storage: &Storage,
    key: &ObjectKey,
    metadata: &Metadata,
    version: Uuid,
) -> Result<()> {
    let last = metadata.size.min(Format::TELLING_BYTES as u64).checked_sub(1);
    let beginning = match last {
        None => Vec::new(),
        Some(last) => {
            let bytes = storage.s3.get(version, Some(ByteRange { first: 0, last })).await?;
            bytes.collect().await.map_err(Error::unavailable)?.to_vec()
        }
    };
    check(key, &metadata.mimetype, &beginning)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n----";

    fn passes(name: &str, mimetype: &str, beginning: &[u8]) -> bool {
        check(&ObjectKey::parse(name).unwrap(), mimetype, beginning).is_ok()
    }

    #[test]
    fn type_name_and_content_agree() {
        assert!(passes("a.png", "image/png", PNG));
        assert!(passes("without a dot", "image/png", PNG));
        assert!(passes("a.2026", "image/png", PNG));
        assert!(!passes("a.jpg", "image/png", PNG));
        assert!(!passes("a.png", "image/jpeg", PNG));
        assert!(!passes("a.png", "image/png", b"<script>"));
        assert!(!passes("a.png", "image/png", b""));
    }

    #[test]
    fn other_types_pass_unless_they_are_one_of_ours() {
        assert!(passes("a.avif", "image/avif", b"\0\0\0 ftypavif"));
        assert!(!passes("a.avif", "image/avif", PNG));
        assert!(!passes("a.png", "image/avif", b"\0\0\0 ftypavif"));
    }
}
