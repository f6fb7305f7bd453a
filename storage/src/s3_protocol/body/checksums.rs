//! The checksums that a client sends with a body, in headers or in a trailer.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use s3s::checksum::ChecksumHasher;
use s3s::crypto::{Checksum, Crc32, Crc32c, Crc64Nvme, Md5, Sha1, Sha256};

use super::raw::BodyError;
use crate::hex::hex;

/// The prefix of the headers and trailers with checksums.
const PREFIX: &str = "x-amz-checksum-";

/// The checksums that a body must have.
#[derive(Debug, Default, Clone)]
pub struct Expected {
    /// Hexadecimal, from a signature.
    pub sha256: Option<String>,
    /// Base64, from `Content-MD5`.
    pub md5: Option<String>,
    pub checksum: Option<ExpectedChecksum>,
}

/// A checksum of one of S3's algorithms.
#[derive(Debug, Clone)]
pub struct ExpectedChecksum {
    algorithm: Algorithm,
    /// Base64; none when it comes in a trailer.
    value: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Algorithm {
    Crc32,
    Crc32c,
    Crc64Nvme,
    Sha1,
    Sha256,
}

impl Algorithm {
    const ALL: [Self; 5] = [Self::Crc32, Self::Crc32c, Self::Crc64Nvme, Self::Sha1, Self::Sha256];

    /// The header or trailer with its checksum.
    fn header(self) -> String {
        let name = match self {
            Self::Crc32 => "crc32",
            Self::Crc32c => "crc32c",
            Self::Crc64Nvme => "crc64nvme",
            Self::Sha1 => "sha1",
            Self::Sha256 => "sha256",
        };
        format!("{PREFIX}{name}")
    }

    fn hasher(self) -> ChecksumHasher {
        let mut hasher = ChecksumHasher::default();
        match self {
            Self::Crc32 => hasher.crc32 = Some(Crc32::new()),
            Self::Crc32c => hasher.crc32c = Some(Crc32c::new()),
            Self::Crc64Nvme => hasher.crc64nvme = Some(Crc64Nvme::new()),
            Self::Sha1 => hasher.sha1 = Some(Sha1::new()),
            Self::Sha256 => hasher.sha256 = Some(Sha256::new()),
        }
        hasher
    }
}

impl Expected {
    /// Reads the headers `Content-MD5`, `x-amz-checksum-*` and `x-amz-trailer`.
    ///
    /// # Errors
    /// [`BodyError::MissingTrailer`] for a trailer that is no checksum.
    pub fn read(header: impl Fn(&str) -> Option<String>, sha256: Option<String>) -> Result<Self, BodyError> {
        let in_header = Algorithm::ALL.into_iter().find_map(|algorithm| {
            let value = header(&algorithm.header())?;
            Some(ExpectedChecksum { algorithm, value: Some(value) })
        });
        let in_trailer = match header("x-amz-trailer") {
            Some(name) => {
                let mut all = Algorithm::ALL.into_iter();
                let algorithm = all.find(|algorithm| algorithm.header().eq_ignore_ascii_case(name.trim()));
                let algorithm = algorithm.ok_or(BodyError::MissingTrailer)?;
                Some(ExpectedChecksum { algorithm, value: None })
            }
            None => None,
        };
        Ok(Self { sha256, md5: header("content-md5"), checksum: in_trailer.or(in_header) })
    }
}

/// The hashes of a body that arrives in pieces.
pub struct Hashes {
    expected: Expected,
    sha256: Option<Sha256>,
    md5: Option<Md5>,
    checksum: Option<ChecksumHasher>,
}

impl Hashes {
    pub fn new(expected: Expected) -> Self {
        Self {
            sha256: expected.sha256.as_ref().map(|_| Sha256::new()),
            md5: expected.md5.as_ref().map(|_| Md5::new()),
            checksum: expected.checksum.as_ref().map(|checksum| checksum.algorithm.hasher()),
            expected,
        }
    }

    pub fn update(&mut self, bytes: &[u8]) {
        if let Some(sha256) = &mut self.sha256 {
            sha256.update(bytes);
        }
        if let Some(md5) = &mut self.md5 {
            md5.update(bytes);
        }
        if let Some(checksum) = &mut self.checksum {
            checksum.update(bytes);
        }
    }

    /// Compares the hashes with what the client sent.
    pub fn check(self, trailers: &[(String, String)]) -> Result<(), BodyError> {
        let sha256 = self.sha256.map(|sha256| hex(&sha256.finalize()));
        if sha256 != self.expected.sha256 {
            return Err(BodyError::Sha256Mismatch);
        }
        let md5 = self.md5.map(|md5| BASE64_STANDARD.encode(md5.finalize()));
        if md5 != self.expected.md5 {
            return Err(BodyError::BadDigest);
        }
        let Some((expected, hasher)) = self.expected.checksum.zip(self.checksum) else { return Ok(()) };
        let name = expected.algorithm.header();
        let in_trailer = || trailers.iter().find(|(found, _)| *found == name).map(|(_, value)| value.clone());
        let value = expected.value.or_else(in_trailer).ok_or(BodyError::MissingTrailer)?;
        let found = hasher.finalize();
        let found = found
            .checksum_crc32
            .or(found.checksum_crc32c)
            .or(found.checksum_crc64nvme)
            .or(found.checksum_sha1)
            .or(found.checksum_sha256);
        if found == Some(value) { Ok(()) } else { Err(BodyError::BadDigest) }
    }
}
