//! Compares bytes with an object's row: their number, and their MD5 if the row's ETag is one.

use super::protocol::{StoredObject, TransferError};
use md5::{Digest, Md5};

/// The checksum of bytes that arrive in pieces.
#[derive(Default)]
pub struct Checksum {
    hash: Md5,
    length: u64,
}

impl Checksum {
    pub fn add(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.length += bytes.len() as u64;
    }

    /// The number of bytes, if they are the expected ones.
    pub fn check(self, object: &StoredObject) -> Result<u64, TransferError> {
        check_length(self.length, object)?;
        let Some(expected) = md5_of(object) else { return Ok(self.length) };
        let found: String = self.hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        if found == expected {
            return Ok(self.length);
        }
        Err(TransferError::Differs(format!("its MD5 is {found}, and the row's ETag is {expected}")))
    }
}

/// Checks the number of bytes.
pub fn check_length(length: u64, object: &StoredObject) -> Result<(), TransferError> {
    match object.size {
        Some(size) if size != length => {
            Err(TransferError::Differs(format!("it has {length} bytes, and the row says {size}")))
        }
        _ => Ok(()),
    }
}

/// The MD5 in the row. The ETag of an object that was uploaded in parts is not one.
fn md5_of(object: &StoredObject) -> Option<String> {
    let tag = object.etag.as_deref()?.trim_start_matches("W/").trim_matches('"').to_ascii_lowercase();
    (tag.len() == 32 && tag.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(size: u64, etag: &str) -> Result<u64, TransferError> {
        let (bucket, name, version) = (String::new(), String::new(), uuid::Uuid::nil());
        let object = StoredObject { bucket, name, version, size: Some(size), etag: Some(etag.to_owned()) };
        let mut checksum = Checksum::default();
        checksum.add(b"broc");
        checksum.add(b"ciu");
        checksum.check(&object)
    }

    #[test]
    fn length_and_md5_are_compared() {
        let md5 = "\"59f6a4d1ec2a6ea7c1f4d8d5b0c2f3d9\"";
        assert!(matches!(check(7, "\"an etag of parts-2\""), Ok(7)));
        assert!(check(8, "").unwrap_err().to_string().contains("7 bytes"));
        assert!(check(7, md5).unwrap_err().to_string().contains("MD5"));
        let found: String = Md5::digest(b"brocciu").iter().map(|byte| format!("{byte:02X}")).collect();
        assert!(matches!(check(7, &format!("W/\"{found}\"")), Ok(7)));
    }
}
