//! The built site, read into memory at start. A request path is looked up in a map of the files that were found then,
//! so path traversal is impossible.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use actix_web::web::Bytes;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use percent_encoding::percent_decode_str;
use sha2::{Digest, Sha256};

use super::{content_type, document};
use crate::front_door::gzip::gzip;

/// Folders whose files have a content hash in their names.
const HASHED: [&str; 2] = ["/assets/", "/pictures/"];
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const REVALIDATE: &str = "no-cache";
/// Text files that contain the placeholder of the public URL.
const WITH_PUBLIC_URL: [&str; 2] = ["/robots.txt", "/sitemap.xml"];

#[derive(Debug)]
pub(crate) struct Site {
    /// By decoded URL path.
    files: HashMap<String, File>,
    /// The path of the document for routes without a file.
    fallback: Option<&'static str>,
}

/// The stack's values that are inserted into documents.
pub(crate) struct Values {
    pub(crate) anon_key: String,
    /// The public URL of this origin.
    pub(crate) public_url: String,
}

#[derive(Debug)]
pub(super) struct File {
    pub(super) content_type: &'static str,
    pub(super) cache_control: &'static str,
    /// The content security policy of an HTML document.
    pub(super) policy: Option<String>,
    /// In order of preference; the last one is not encoded.
    variants: Vec<Variant>,
}

/// One content coding of a file.
#[derive(Debug)]
pub(super) struct Variant {
    pub(super) coding: Option<&'static str>,
    pub(super) etag: String,
    pub(super) bytes: Bytes,
}

impl Site {
    /// Reads the folder. Blocks.
    pub(crate) fn read(folder: &Path, values: &Values) -> io::Result<Site> {
        let mut found = HashMap::new();
        collect(folder, "", &mut found)?;
        let files: HashMap<String, File> = found
            .iter()
            .filter(|(path, _)| !is_precompressed(path, &found))
            .map(|(path, bytes)| (path.clone(), File::new(path, bytes, &found, values)))
            .collect();
        let fallback = ["/200.html", "/index.html"].into_iter().find(|path| files.contains_key(*path));
        Ok(Site { files, fallback })
    }

    /// The file for a URL path, which is still percent-encoded.
    pub(super) fn find(&self, path: &str) -> Option<&File> {
        let path = percent_decode_str(path).decode_utf8().ok()?;
        if let Some(file) = self.files.get(&*path) {
            return Some(file);
        }
        let prerendered = format!("{}/index.html", path.trim_end_matches('/'));
        if let Some(file) = self.files.get(&prerendered) {
            return Some(file);
        }
        if is_hashed(&path) {
            return None;
        }
        self.files.get(self.fallback?)
    }
}

impl File {
    fn new(path: &str, bytes: &Bytes, found: &HashMap<String, Bytes>, values: &Values) -> File {
        let content_type = content_type::of(path);
        let cache_control = if is_hashed(path) { IMMUTABLE } else { REVALIDATE };
        if content_type.starts_with("text/html") {
            let html = document::with_public_url(&String::from_utf8_lossy(bytes), &values.public_url);
            let html = document::with_config(&html, &values.anon_key);
            let policy = Some(document::content_security_policy(&html));
            return File::rendered(content_type, policy, html);
        }
        if WITH_PUBLIC_URL.contains(&path) {
            let text = document::with_public_url(&String::from_utf8_lossy(bytes), &values.public_url);
            return File::rendered(content_type, None, text);
        }
        let precompressed = |ending: &str, coding| {
            found.get(&format!("{path}{ending}")).map(|bytes| Variant::new(Some(coding), bytes))
        };
        let variants =
            [precompressed(".br", "br"), precompressed(".gz", "gzip"), Some(Variant::new(None, bytes))];
        File { content_type, cache_control, policy: None, variants: variants.into_iter().flatten().collect() }
    }

    /// A file with inserted values. The precompressed files of the build do not contain them, so it is compressed here.
    fn rendered(content_type: &'static str, policy: Option<String>, text: String) -> File {
        let compressed =
            gzip(text.as_bytes(), Compression::best()).map(|bytes| Variant::new(Some("gzip"), &bytes));
        let plain = Variant::new(None, &Bytes::from(text));
        let variants = compressed.into_iter().chain([plain]).collect();
        File { content_type, cache_control: REVALIDATE, policy, variants }
    }

    /// The first variant that the client accepts.
    pub(super) fn best_variant(&self, accepts: impl Fn(&str) -> bool) -> &Variant {
        let plain = self.variants.len() - 1;
        let accepted = self.variants.iter().find(|variant| variant.coding.is_none_or(&accepts));
        accepted.unwrap_or(&self.variants[plain])
    }

    pub(super) fn has_encoded_variants(&self) -> bool {
        self.variants.len() > 1
    }
}

impl Variant {
    fn new(coding: Option<&'static str>, bytes: &Bytes) -> Variant {
        let digest = Sha256::digest(bytes);
        let etag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&digest[..16]));
        Variant { coding, etag, bytes: bytes.clone() }
    }
}

fn is_hashed(path: &str) -> bool {
    HASHED.iter().any(|folder| path.starts_with(folder))
}

/// Reads all files below `folder`, except hidden ones.
fn collect(folder: &Path, prefix: &str, found: &mut HashMap<String, Bytes>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
        let path = format!("{prefix}/{name}");
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), &path, found)?;
        } else if kind.is_file() {
            found.insert(path, Bytes::from(std::fs::read(entry.path())?));
        }
    }
    Ok(())
}

/// Whether a file is the compressed form of another one that was found.
fn is_precompressed(path: &str, found: &HashMap<String, Bytes>) -> bool {
    let plain = path.strip_suffix(".br").or_else(|| path.strip_suffix(".gz"));
    plain.is_some_and(|plain| found.contains_key(plain))
}
