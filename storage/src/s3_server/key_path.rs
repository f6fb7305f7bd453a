//! The file of a key: its segments are folders and, last, a file, encoded so that every key is a path inside its bucket.
//!
//! A segment is percent-encoded where it begins with a dot, or has a percent sign, a backslash or a byte that is not
//! printable ASCII. An empty segment is `%`. A segment that is too long for a file system is split; each further piece
//! begins with `%+`.
//!
//! No key can be a file whose beginning, up to a slash, is another key's file. The storage service writes no such keys,
//! because each of its keys ends with a UUID.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use s3s::{S3Result, s3_error};

/// The most bytes of a key, as S3 has it.
const MAX_KEY_BYTES: usize = 1024;
/// The most bytes of a file's name, which file systems limit to 255.
pub const MAX_NAME_BYTES: usize = 200;
const ENCODED: &AsciiSet = &CONTROLS.add(b'%').add(b'/').add(b'\\');
const EMPTY: &str = "%";
const CONTINUED: &str = "%+";

/// The folder of a bucket. Its name is not encoded.
///
/// # Errors
/// `InvalidBucketName` for a name that is no folder's, or that of a hidden one.
pub fn bucket_folder(root: &Path, bucket: &str) -> S3Result<PathBuf> {
    let valid = !bucket.is_empty() && !bucket.starts_with('.') && !bucket.contains(['/', '\\', '\0']);
    if valid { Ok(root.join(bucket)) } else { Err(s3_error!(InvalidBucketName)) }
}

/// The path of a key below its bucket's folder.
///
/// # Errors
/// `KeyTooLongError`, and `InvalidArgument` for an empty key.
pub fn encode(key: &str) -> S3Result<PathBuf> {
    if key.is_empty() {
        return Err(s3_error!(InvalidArgument, "the key is empty"));
    }
    if key.len() > MAX_KEY_BYTES {
        return Err(s3_error!(KeyTooLongError));
    }
    let mut path = PathBuf::new();
    for segment in key.split('/') {
        let encoded = encode_segment(segment);
        let mut rest = encoded.as_str();
        let mut prefix = "";
        loop {
            // The encoded text is ASCII.
            let (piece, further) = rest.split_at(rest.len().min(MAX_NAME_BYTES));
            path.push(format!("{prefix}{piece}"));
            if further.is_empty() {
                break;
            }
            (rest, prefix) = (further, CONTINUED);
        }
    }
    Ok(path)
}

fn encode_segment(segment: &str) -> String {
    match segment.strip_prefix('.') {
        None if segment.is_empty() => EMPTY.to_owned(),
        None => utf8_percent_encode(segment, ENCODED).to_string(),
        Some(rest) => format!("%2E{}", utf8_percent_encode(rest, ENCODED)),
    }
}

/// The key of a path below its bucket's folder. None for one that no key has.
pub fn decode(path: &Path) -> Option<String> {
    let mut key = String::new();
    for (number, name) in path.iter().enumerate() {
        let name = name.to_str()?;
        let piece = match name.strip_prefix(CONTINUED) {
            Some(piece) => piece,
            None => {
                if number > 0 {
                    key.push('/');
                }
                if name == EMPTY { "" } else { name }
            }
        };
        key.push_str(piece);
    }
    // Only now, because a piece may end within an encoded byte.
    percent_decode_str(&key).decode_utf8().ok().map(|key| key.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_a_path_inside_the_bucket() {
        let long = format!("a/{}/..", "x".repeat(199) + "/../é" + &"é".repeat(150));
        let dots = "x".repeat(MAX_NAME_BYTES) + "..";
        for key in [
            "a",
            "a b/c.png",
            "..",
            "../x",
            "a/../../x",
            ".hidden",
            "/",
            "a//b",
            "a/",
            "é",
            "a%2Fb",
            "%",
            "%+",
            "a\\b",
            "a\0b",
            "a\nb",
            long.as_str(),
            dots.as_str(),
        ] {
            let path = encode(key).unwrap();
            let names: Vec<_> = path.iter().map(|name| name.to_str().unwrap()).collect();
            assert!(
                path.is_relative() && names.iter().all(|name| !name.starts_with('.')),
                "{key:?}: {path:?}"
            );
            assert!(names.iter().all(|name| name.len() <= 255 && !name.contains('\0')), "{key:?}");
            assert_eq!(decode(&path).as_deref(), Some(key));
        }
        assert!(encode("").is_err() && encode(&"x".repeat(1025)).is_err());
        for bucket in ["..", ".", "", "bytes/..", "/", ".uploads"] {
            assert!(bucket_folder(Path::new("/root"), bucket).is_err(), "{bucket:?}");
        }
    }
}
