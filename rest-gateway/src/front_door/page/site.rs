//! The built page, read once into memory. What a path can reach is exactly what was found in the folder then, so no path
//! leads anywhere else.

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
use crate::front_door::compress::gzip;

/// Files of these folders carry a hash in their name.
const HASHED: [&str; 2] = ["/assets/", "/pictures/"];
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const REVALIDATE: &str = "no-cache";
/// Files that name whole addresses of the stack.
const ADDRESSED: [&str; 2] = ["/robots.txt", "/sitemap.xml"];

#[derive(Debug)]
pub(in crate::front_door) struct Site {
    /// By URL path, decoded.
    files: HashMap<String, File>,
    /// For paths without a file.
    fallback: Option<&'static str>,
}

/// What a page learns of the stack that serves it.
pub(in crate::front_door) struct Values {
    pub(in crate::front_door) anon_key: String,
    /// How the world sees this origin.
    pub(in crate::front_door) public_url: String,
}

#[derive(Debug)]
pub(super) struct File {
    pub(super) content_type: &'static str,
    pub(super) cache_control: &'static str,
    /// For documents.
    pub(super) policy: Option<String>,
    /// The smallest first, the plain one last.
    forms: Vec<Form>,
}

#[derive(Debug)]
pub(super) struct Form {
    pub(super) coding: Option<&'static str>,
    pub(super) etag: String,
    pub(super) bytes: Bytes,
}

impl Site {
    /// Blocks: for the start alone.
    pub(in crate::front_door) fn read(folder: &Path, values: &Values) -> io::Result<Site> {
        let mut found = HashMap::new();
        collect(folder, "", &mut found)?;
        let files: HashMap<String, File> = found
            .iter()
            .filter(|(path, _)| !is_neighbour(path, &found))
            .map(|(path, bytes)| (path.clone(), File::new(path, bytes, &found, values)))
            .collect();
        let fallback = ["/200.html", "/index.html"].into_iter().find(|path| files.contains_key(*path));
        Ok(Site { files, fallback })
    }

    /// `path` as it stands in the URL.
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
            let html = document::with_address(&String::from_utf8_lossy(bytes), &values.public_url);
            let html = document::with_config(&html, &values.anon_key);
            let policy = Some(document::content_security_policy(&html));
            return File::written_here(content_type, policy, html);
        }
        if ADDRESSED.contains(&path) {
            let text = document::with_address(&String::from_utf8_lossy(bytes), &values.public_url);
            return File::written_here(content_type, None, text);
        }
        let neighbour = |ending: &str, coding| {
            found.get(&format!("{path}{ending}")).map(|bytes| Form::new(Some(coding), bytes))
        };
        let forms = [neighbour(".br", "br"), neighbour(".gz", "gzip"), Some(Form::new(None, bytes))];
        File { content_type, cache_control, policy: None, forms: forms.into_iter().flatten().collect() }
    }

    /// Its neighbours were compressed before the stack's values came in, so it is compressed here.
    fn written_here(content_type: &'static str, policy: Option<String>, text: String) -> File {
        let zipped = gzip(text.as_bytes(), Compression::best()).map(|bytes| Form::new(Some("gzip"), &bytes));
        let plain = Form::new(None, &Bytes::from(text));
        let forms = zipped.into_iter().chain([plain]).collect();
        File { content_type, cache_control: REVALIDATE, policy, forms }
    }

    pub(super) fn best_form(&self, accepts: impl Fn(&str) -> bool) -> &Form {
        let plain = self.forms.len() - 1;
        self.forms.iter().find(|form| form.coding.is_none_or(&accepts)).unwrap_or(&self.forms[plain])
    }

    pub(super) fn has_other_forms(&self) -> bool {
        self.forms.len() > 1
    }
}

impl Form {
    fn new(coding: Option<&'static str>, bytes: &Bytes) -> Form {
        let digest = Sha256::digest(bytes);
        let etag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&digest[..16]));
        Form { coding, etag, bytes: bytes.clone() }
    }
}

fn is_hashed(path: &str) -> bool {
    HASHED.iter().any(|folder| path.starts_with(folder))
}

/// Dot files are no part of a page.
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

fn is_neighbour(path: &str, found: &HashMap<String, Bytes>) -> bool {
    let plain = path.strip_suffix(".br").or_else(|| path.strip_suffix(".gz"));
    plain.is_some_and(|plain| found.contains_key(plain))
}
