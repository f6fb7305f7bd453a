//! The built site, read into memory at start. A request path is looked up in a map of the files that were found then,
//! so path traversal is impossible.
//!
//! The files are also the list of the site's pages: any other path is unknown if the build has a `404.html`. A build
//! with a `200.html`, or with `index.html` alone, is a single-page application that knows its paths itself.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use actix_web::web::Bytes;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use percent_encoding::percent_decode_str;
use sha2::{Digest, Sha256};

use super::path_pattern::PathPattern;
use super::{content_type, document};
use crate::front_door::gzip::gzip;
use crate::function_host::ServiceName;

/// Folders whose files have a content hash in their names.
const HASHED: [&str; 2] = ["/assets/", "/pictures/"];
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const REVALIDATE: &str = "no-cache";
/// The document for unknown paths, of the site or of a folder of it.
const NOT_FOUND: &str = "/404.html";
/// Text files that contain the placeholder of the public URL.
const WITH_PUBLIC_URL: [&str; 2] = ["/robots.txt", "/sitemap.xml"];

#[derive(Debug)]
pub(crate) struct Site {
    /// By decoded URL path.
    files: HashMap<String, File>,
    values: Values,
}

/// The result of a lookup.
pub(super) enum Found<'a> {
    File(&'a File),
    /// No file. The document for unknown paths, if the build has one.
    Missing(Option<&'a File>),
}

/// The stack's values that are inserted into documents.
#[derive(Debug)]
pub(crate) struct Values {
    pub(crate) anon_key: String,
    /// The public URL of this origin.
    pub(crate) public_url: String,
    /// The style of the street map.
    pub(crate) map_style_url: Option<String>,
}

#[derive(Debug)]
pub(super) struct File {
    pub(super) content_type: &'static str,
    pub(super) cache_control: &'static str,
    /// The content security policy of an HTML document.
    pub(super) policy: Option<String>,
    /// The function that fills in this document for each request.
    pub(super) renderer: Option<Renderer>,
    /// In order of preference; the last one is not encoded.
    variants: Vec<Variant>,
}

/// A function, and the path that it sees: `/NAME/de/hotel-detail`.
#[derive(Debug)]
pub(super) struct Renderer {
    pub(super) function: ServiceName,
    pub(super) path: String,
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
    pub(crate) fn read(
        folder: &Path,
        values: Values,
        functions: &[(PathPattern, ServiceName)],
    ) -> io::Result<Site> {
        let mut found = HashMap::new();
        collect(folder, "", &mut found)?;
        let files: HashMap<String, File> = found
            .iter()
            .filter(|(path, _)| !is_precompressed(path, &found))
            .map(|(path, bytes)| {
                let renderer = Renderer::of(path, functions);
                (path.clone(), File { renderer, ..File::new(path, bytes, &found, &values) })
            })
            .collect();
        Ok(Site { files, values })
    }

    /// Looks up a URL path, which is still percent-encoded.
    pub(super) fn find(&self, path: &str) -> Found<'_> {
        let path = percent_decode_str(path).decode_utf8_lossy();
        if let Some(file) = self.page(&path) {
            return Found::File(file);
        }
        let not_found = self.not_found(&path);
        if not_found.is_some() || is_hashed(&path) {
            return Found::Missing(not_found);
        }
        let application = ["/200.html", "/index.html"].into_iter().find_map(|path| self.files.get(path));
        application.map_or(Found::Missing(None), Found::File)
    }

    /// The function that fills in the document of a URL path.
    pub(in crate::front_door) fn function_of(&self, path: &str) -> Option<&ServiceName> {
        let path = percent_decode_str(path).decode_utf8_lossy();
        self.page(&path)?.renderer.as_ref().map(|renderer| &renderer.function)
    }

    /// Replaces the placeholder of the public URL.
    pub(super) fn with_public_url(&self, text: &str) -> String {
        document::with_public_url(text, &self.values.public_url)
    }

    fn page(&self, path: &str) -> Option<&File> {
        if path.ends_with(NOT_FOUND) {
            return None;
        }
        let prerendered = || self.files.get(&format!("{}/index.html", path.trim_end_matches('/')));
        self.files.get(path).or_else(prerendered)
    }

    /// The document for unknown paths, that of the first folder before that of the site: `/de/404.html`, `/404.html`.
    fn not_found(&self, path: &str) -> Option<&File> {
        let folder = path.trim_start_matches('/').split('/').next().unwrap_or_default();
        let of_folder = || self.files.get(&format!("/{folder}{NOT_FOUND}"));
        of_folder().or_else(|| self.files.get(NOT_FOUND))
    }
}

impl Renderer {
    fn of(file: &str, functions: &[(PathPattern, ServiceName)]) -> Option<Renderer> {
        let page = file.strip_suffix("/index.html").unwrap_or(file);
        let page = if page.is_empty() { "/" } else { page };
        let (_, function) = functions.iter().find(|(pattern, _)| pattern.matches(page))?;
        Some(Renderer { function: function.clone(), path: format!("/{function}{page}") })
    }
}

impl File {
    fn new(path: &str, bytes: &Bytes, found: &HashMap<String, Bytes>, values: &Values) -> File {
        let content_type = content_type::of(path);
        let cache_control = if is_hashed(path) { IMMUTABLE } else { REVALIDATE };
        if content_type.starts_with("text/html") {
            let html = document::with_public_url(&String::from_utf8_lossy(bytes), &values.public_url);
            let map_style_url = values.map_style_url.as_deref();
            let html = document::with_config(&html, &values.anon_key, map_style_url);
            let policy = Some(document::content_security_policy(&html, map_style_url));
            return File::with_values(content_type, policy, html);
        }
        if WITH_PUBLIC_URL.contains(&path) {
            let text = document::with_public_url(&String::from_utf8_lossy(bytes), &values.public_url);
            return File::with_values(content_type, None, text);
        }
        let precompressed = |ending: &str, coding| {
            found.get(&format!("{path}{ending}")).map(|bytes| Variant::new(Some(coding), bytes))
        };
        let variants =
            [precompressed(".br", "br"), precompressed(".gz", "gzip"), Some(Variant::new(None, bytes))];
        let variants = variants.into_iter().flatten().collect();
        File { content_type, cache_control, policy: None, renderer: None, variants }
    }

    /// A file with inserted values. The precompressed files of the build do not contain them, so it is compressed here.
    fn with_values(content_type: &'static str, policy: Option<String>, text: String) -> File {
        let compressed =
            gzip(text.as_bytes(), Compression::best()).map(|bytes| Variant::new(Some("gzip"), &bytes));
        let plain = Variant::new(None, &Bytes::from(text));
        let variants = compressed.into_iter().chain([plain]).collect();
        File { content_type, cache_control: REVALIDATE, policy, renderer: None, variants }
    }

    /// The first variant that the client accepts.
    pub(super) fn best_variant(&self, accepts: impl Fn(&str) -> bool) -> &Variant {
        let accepted = self.variants.iter().find(|variant| variant.coding.is_none_or(&accepts));
        accepted.unwrap_or(&self.variants[self.variants.len() - 1])
    }

    /// The content without a coding.
    pub(super) fn plain(&self) -> Bytes {
        self.variants[self.variants.len() - 1].bytes.clone()
    }

    pub(super) fn has_encoded_variants(&self) -> bool {
        self.variants.len() > 1
    }
}

impl Variant {
    fn new(coding: Option<&'static str>, bytes: &Bytes) -> Variant {
        Variant { coding, etag: format!("\"{}\"", digest(bytes)), bytes: bytes.clone() }
    }
}

/// The content of an entity tag.
pub(super) fn digest(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(bytes)[..16])
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
