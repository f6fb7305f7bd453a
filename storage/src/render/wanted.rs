//! What a request wants of an image, as Supabase's clients say it: in a query, in JSON, or in a signed URL's token.
//!
//! Refused: a quality outside of 20 to 100, an unknown way to resize, an unknown format, and what is no number. Sides
//! beyond the limit are cut to it, and a side of nothing is none.

use actix_web::web::Query;
use picture::{Format, Resize, Transform};
use serde::Deserialize;

use crate::error::{Error, Result};

/// The longest side that is made, as on the hosted platform.
const LONGEST_SIDE: u32 = 2500;
const QUALITY: u8 = 80;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct Wanted {
    width: Option<u32>,
    height: Option<u32>,
    resize: Option<ResizeName>,
    quality: Option<Quality>,
    format: Option<FormatName>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ResizeName {
    Cover,
    Contain,
    Fill,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FormatName {
    Origin,
    WebP,
    /// Not made here: whoever asks for it gets what their `Accept` brings.
    Avif,
}

impl ResizeName {
    fn as_str(self) -> &'static str {
        match self {
            Self::Cover => "cover",
            Self::Contain => "contain",
            Self::Fill => "fill",
        }
    }
}

impl FormatName {
    fn as_str(self) -> &'static str {
        match self {
            Self::Origin => "origin",
            Self::WebP => "webp",
            Self::Avif => "avif",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u8")]
struct Quality(u8);

impl TryFrom<u8> for Quality {
    type Error = &'static str;

    fn try_from(quality: u8) -> std::result::Result<Self, Self::Error> {
        if (20..=100).contains(&quality) { Ok(Self(quality)) } else { Err("quality must be 20 to 100") }
    }
}

impl Wanted {
    /// From a signed URL's token, which says it as in `height:200,width:300,resize:cover`.
    pub fn of_token(text: &str) -> Result<Self> {
        let query = text.replace(':', "=").replace(',', "&");
        let wanted = Query::<Self>::from_query(&query).map(Query::into_inner);
        wanted.map_err(|_| Error::InvalidSignature("Invalid signature"))
    }

    /// For a signed URL's token; none where nothing is asked for.
    pub fn to_token(self) -> Option<String> {
        let parts = [
            self.height.map(|height| format!("height:{height}")),
            self.width.map(|width| format!("width:{width}")),
            self.resize.map(|resize| format!("resize:{}", resize.as_str())),
            self.quality.map(|quality| format!("quality:{}", quality.0)),
            self.format.map(|format| format!("format:{}", format.as_str())),
        ];
        let text = parts.into_iter().flatten().collect::<Vec<_>>().join(",");
        (!text.is_empty()).then_some(text)
    }

    /// Whether the answer depends on what the client accepts.
    pub fn is_negotiated(&self) -> bool {
        matches!(self.format, None | Some(FormatName::Avif))
    }

    pub fn transform(&self, client_takes_webp: bool) -> Transform {
        let side = |side: Option<u32>| side.filter(|side| *side > 0).map(|side| side.min(LONGEST_SIDE));
        let format = match self.format {
            Some(FormatName::WebP) => Some(Format::WebP),
            Some(FormatName::Origin) => None,
            None | Some(FormatName::Avif) => client_takes_webp.then_some(Format::WebP),
        };
        let resize = match self.resize {
            None | Some(ResizeName::Cover) => Resize::Cover,
            Some(ResizeName::Contain) => Resize::Contain,
            Some(ResizeName::Fill) => Resize::Fill,
        };
        let quality = self.quality.map_or(QUALITY, |quality| quality.0);
        Transform { width: side(self.width), height: side(self.height), resize, quality, format }
    }
}

/// A transform in a few letters, by which its result is found again.
pub fn label(transform: &Transform) -> String {
    let side = |side: Option<u32>| side.map(|side| side.to_string()).unwrap_or_default();
    let resize = match transform.resize {
        Resize::Cover => "cover",
        Resize::Contain => "contain",
        Resize::Fill => "fill",
    };
    let format = transform.format.map_or("origin", Format::extension);
    let Transform { width, height, quality, .. } = *transform;
    format!("{}x{}-{resize}-q{quality}-{format}", side(width), side(height))
}

/// A transform as the header `X-Transformations` tells it.
pub fn header_text(transform: &Transform) -> String {
    let mut parts = Vec::new();
    parts.extend(transform.height.map(|height| format!("height:{height}")));
    parts.extend(transform.width.map(|width| format!("width:{width}")));
    if !parts.is_empty() {
        parts.push(format!(
            "resizing_type:{}",
            match transform.resize {
                Resize::Cover => "fill",
                Resize::Contain => "fit",
                Resize::Fill => "force",
            }
        ));
    }
    parts.push(format!("quality:{}", transform.quality));
    parts.extend(transform.format.map(|format| format!("format:{}", format.extension())));
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(json: &str) -> Wanted {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn nothing_asked_for_is_the_image_at_the_usual_quality() {
        let wanted = wanted("{}");
        assert!(wanted.is_negotiated());
        assert_eq!(wanted.to_token(), None);
        let transform = wanted.transform(false);
        assert_eq!((transform.width, transform.height, transform.format), (None, None, None));
        assert_eq!(label(&transform), "x-cover-q80-origin");
        assert_eq!(wanted.transform(true).format, Some(Format::WebP));
    }

    #[test]
    fn sides_stay_within_limits() {
        let transform = wanted(r#"{"width":0,"height":9999}"#).transform(false);
        assert_eq!((transform.width, transform.height), (None, Some(2500)));
    }

    #[test]
    fn the_origin_format_is_nobodys_choice() {
        let wanted = wanted(r#"{"format":"origin","width":10}"#);
        assert!(!wanted.is_negotiated());
        assert_eq!(wanted.transform(true).format, None);
    }

    #[test]
    fn what_has_no_meaning_is_refused() {
        for refused in [
            r#"{"quality":19}"#,
            r#"{"quality":101}"#,
            r#"{"resize":"zoom"}"#,
            r#"{"format":"bmp"}"#,
            r#"{"width":-1}"#,
            r#"{"width":"wide"}"#,
        ] {
            assert!(serde_json::from_str::<Wanted>(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_token_brings_what_was_asked_for() {
        let asked = wanted(r#"{"width":200,"resize":"fill","quality":60,"format":"origin"}"#);
        let token = asked.to_token().unwrap();
        assert_eq!(token, "width:200,resize:fill,quality:60,format:origin");
        assert_eq!(Wanted::of_token(&token).unwrap(), asked);
        assert_eq!(Wanted::of_token("").unwrap(), Wanted::default());
        assert!(Wanted::of_token("width:wide").is_err());
    }

    #[test]
    fn a_transform_is_told_as_supabase_tells_it() {
        let transform =
            wanted(r#"{"width":200,"height":100,"resize":"contain","quality":60}"#).transform(true);
        assert_eq!(header_text(&transform), "height:100,width:200,resizing_type:fit,quality:60,format:webp");
        assert_eq!(label(&transform), "200x100-contain-q60-webp");
    }
}
