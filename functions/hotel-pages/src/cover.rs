//! The first picture of a page, in the variants from which the site itself chooses, so that the browser loads it once and the
//! app shows the same one.

use crate::html::escape;
use crate::{address, document};
use serde::Deserialize;
use std::collections::HashMap;

/// Where the storage has public files, and where it resizes them.
const PUBLIC_FILES: &str = "/storage/v1/object/public/";
const RESIZED_FILES: &str = "/storage/v1/render/image/public/";
/// The folder of the site's own drawings in the storage.
const STORED_DRAWINGS: &str = "/hotel-images/";
/// Where the site itself has its drawings, as `NAME-HASH-WIDTH.webp`.
const DRAWINGS: &str = "/pictures/";

/// What the site's build knows of the variants (`frontend/src/app/coverFacts.ts`). Widths are in pixels.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CoverFacts {
    /// The displayed width, in the syntax of the `sizes` attribute.
    sizes: String,
    /// The media query of the screens that are offered the width `wide_screens_only`.
    wide_screens: String,
    wide_screens_only: u32,
    photo_widths: Vec<u32>,
    /// The width of a photo as it was uploaded.
    original_width: u32,
    /// The site's own drawings, by name.
    drawings: HashMap<String, Drawing>,
}

#[derive(Deserialize)]
struct Drawing {
    /// Part of its files' names.
    hash: String,
    widths: Vec<u32>,
}

/// The HTML of the picture at an address. Empty if the address is none of a picture, or if the document does not say
/// which variants there are. `name` is what the picture stands for; empty if the text beside it says that.
pub(crate) fn html(cover: &str, name: &str, built: &str) -> String {
    document::facts(built, document::COVER).and_then(|facts| picture(cover, name, &facts)).unwrap_or_default()
}

fn picture(cover: &str, name: &str, facts: &CoverFacts) -> Option<String> {
    let source = address::picture(cover)?;
    if let Some((name_of_drawing, drawing)) = drawing(cover, facts) {
        return Some(picture_of_drawing(name_of_drawing, drawing, name, facts));
    }
    let srcset = cover.strip_prefix(PUBLIC_FILES).filter(|file| !file.contains('?')).map(|file| {
        let resized =
            |width: &u32| format!("{}{RESIZED_FILES}{file}?width={width} {width}w", address::ORIGIN);
        let mut variants: Vec<String> = facts.photo_widths.iter().map(resized).collect();
        variants.push(format!("{source} {}w", facts.original_width));
        variants.join(", ")
    });
    Some(image(&source, srcset.as_deref(), name, facts))
}

fn drawing<'a>(cover: &'a str, facts: &'a CoverFacts) -> Option<(&'a str, &'a Drawing)> {
    let name = cover.strip_suffix(".webp")?;
    let name = match name.strip_prefix(DRAWINGS) {
        Some(variant) => variant.rsplitn(3, '-').nth(2)?,
        None => name.rsplit_once(STORED_DRAWINGS)?.1,
    };
    facts.drawings.get(name).map(|drawing| (name, drawing))
}

fn picture_of_drawing(drawing_name: &str, drawing: &Drawing, name: &str, facts: &CoverFacts) -> String {
    let file =
        |width: &u32, format: &str| format!("/pictures/{drawing_name}-{}-{width}.{format}", drawing.hash);
    let variants = |widths: &[u32], format: &str| {
        let candidates = widths.iter().map(|width| format!("{} {width}w", file(width, format)));
        candidates.collect::<Vec<_>>().join(", ")
    };
    let (all, sizes) = (&drawing.widths, escape(&facts.sizes));
    let phones: Vec<u32> = all.iter().copied().filter(|&width| width != facts.wide_screens_only).collect();
    let mut html = String::from("<picture>");
    if all.len() > phones.len() {
        html.push_str(&format!(
            r#"<source type="image/avif" media="{}" srcset="{}" sizes="{sizes}">"#,
            escape(&facts.wide_screens),
            escape(&variants(all, "avif")),
        ));
    }
    html.push_str(&format!(
        r#"<source type="image/avif" srcset="{}" sizes="{sizes}">"#,
        escape(&variants(&phones, "avif"))
    ));
    let smallest = phones.first().map(|width| file(width, "webp")).unwrap_or_default();
    html.push_str(&image(&smallest, Some(&variants(&phones, "webp")), name, facts));
    html.push_str("</picture>");
    html
}

fn image(source: &str, srcset: Option<&str>, name: &str, facts: &CoverFacts) -> String {
    let variants = srcset.map_or_else(String::new, |srcset| {
        format!(r#" srcset="{}" sizes="{}""#, escape(srcset), escape(&facts.sizes))
    });
    format!(r#"<img src="{}"{variants} alt="{}" fetchpriority="high">"#, escape(source), escape(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> CoverFacts {
        let json = r#"{"sizes": "(min-width: 768px) 600px, 100vw", "wideScreens": "(min-width: 768px)",
            "wideScreensOnly": 1200, "photoWidths": [480, 800], "originalWidth": 2000,
            "drawings": {"beach-3": {"hash": "0a1b2c3d", "widths": [480, 800, 1200]}}}"#;
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_drawing_is_loaded_from_the_site() {
        let html = picture("/storage/v1/object/public/hotel-images/beach-3.webp", "A “B”", &facts()).unwrap();
        assert_eq!(picture("/pictures/beach-3-0a1b2c3d-800.webp", "A “B”", &facts()).unwrap(), html);
        let avif = |width: u32| format!("/pictures/beach-3-0a1b2c3d-{width}.avif {width}w");
        assert!(html.contains(&format!(
            r#"media="(min-width: 768px)" srcset="{}, {}, {}""#,
            avif(480),
            avif(800),
            avif(1200)
        )));
        assert!(html.contains(&format!(
            r#"<source type="image/avif" srcset="{}, {}" sizes="#,
            avif(480),
            avif(800)
        )));
        assert!(html.contains(r#"<img src="/pictures/beach-3-0a1b2c3d-480.webp" srcset="/pictures/beach-3-0a1b2c3d-480.webp 480w, "#));
    }

    #[test]
    fn a_photo_is_resized_by_the_storage() {
        let html = picture("/storage/v1/object/public/hotel-images/hotels/7/a.webp", "A", &facts()).unwrap();
        let resized = "https://isula.invalid/storage/v1/render/image/public/hotel-images/hotels/7/a.webp?width=480 480w, ";
        assert!(html.contains(&format!(r#"srcset="{resized}"#)), "{html}");
        assert!(html.contains("hotels/7/a.webp 2000w\" sizes="), "{html}");
    }

    #[test]
    fn a_picture_of_another_host_is_loaded_as_it_is() {
        let html = picture("https://a.example/b.jpg", "A", &facts()).unwrap();
        assert_eq!(html, r#"<img src="https://a.example/b.jpg" alt="A" fetchpriority="high">"#);
        assert_eq!(picture("javascript:alert(1)", "A", &facts()), None);
    }
}
