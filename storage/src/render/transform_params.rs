//! The parameters of an image transformation, from a query string, a JSON body, or a signed URL's token.
//!
//! Rejects a quality outside of 20 to 100, an unknown resize mode, an unknown format, and sides that are not numbers.
//! Clamps sides to the limit, and treats a side of 0 as absent.

use actix_web::web::Query;
use picture::{Format, Resize, Transform};
use serde::Deserialize;

use crate::error::{Error, Result};

/// The longest side of a variant in pixels, as on the hosted platform.
const MAX_SIDE: u32 = 2500;
const DEFAULT_QUALITY: u8 = 80;

/// The parameters that a client sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct TransformParams {
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
    /// Not supported: the format is negotiated by `Accept` instead.
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

impl TransformParams {
    /// Parses the `transformations` claim of a signed URL's token, e.g. `height:200,width:300,resize:cover`.
    pub fn from_token(text: &str) -> Result<Self> {
        let query = text.replace(':', "=").replace(',', "&");
        let params = Query::<Self>::from_query(&query).map(Query::into_inner);
        params.map_err(|_| Error::InvalidSignature("Invalid signature"))
    }

    /// The `transformations` claim of a signed URL's token; none without parameters.
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

    /// Whether the format of the response depends on `Accept`.
    pub fn is_negotiated(&self) -> bool {
        matches!(self.format, None | Some(FormatName::Avif))
    }

    /// The transform to apply.
    pub fn transform(&self, accepts_webp: bool) -> Transform {
        let side = |side: Option<u32>| side.filter(|side| *side > 0).map(|side| side.min(MAX_SIDE));
        let format = match self.format {
            Some(FormatName::WebP) => Some(Format::WebP),
            Some(FormatName::Origin) => None,
            None | Some(FormatName::Avif) => accepts_webp.then_some(Format::WebP),
        };
        let resize = match self.resize {
            None | Some(ResizeName::Cover) => Resize::Cover,
            Some(ResizeName::Contain) => Resize::Contain,
            Some(ResizeName::Fill) => Resize::Fill,
        };
        let quality = self.quality.map_or(DEFAULT_QUALITY, |quality| quality.0);
        Transform { width: side(self.width), height: side(self.height), resize, quality, format }
    }
}

/// A short text that identifies a transform: the key of its variant in `storage.variants`.
pub fn variant_key(transform: &Transform) -> String {
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

/// The value of the header `X-Transformations`.
pub fn transformations_header(transform: &Transform) -> String {
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

    fn params(json: &str) -> TransformParams {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn without_parameters_the_size_stays_and_the_quality_is_the_default() {
        let params = params("{}");
        assert!(params.is_negotiated());
        assert_eq!(params.to_token(), None);
        let transform = params.transform(false);
        assert_eq!((transform.width, transform.height, transform.format), (None, None, None));
        assert_eq!(variant_key(&transform), "x-cover-q80-origin");
        assert_eq!(params.transform(true).format, Some(Format::WebP));
    }

    #[test]
    fn sides_are_clamped() {
        let transform = params(r#"{"width":0,"height":9999}"#).transform(false);
        assert_eq!((transform.width, transform.height), (None, Some(2500)));
    }

    #[test]
    fn format_origin_is_not_negotiated() {
        let params = params(r#"{"format":"origin","width":10}"#);
        assert!(!params.is_negotiated());
        assert_eq!(params.transform(true).format, None);
    }

    #[test]
    fn rejects_invalid_parameters() {
        for invalid in [
            r#"{"quality":19}"#,
            r#"{"quality":101}"#,
            r#"{"resize":"zoom"}"#,
            r#"{"format":"bmp"}"#,
            r#"{"width":-1}"#,
            r#"{"width":"wide"}"#,
        ] {
            assert!(serde_json::from_str::<TransformParams>(invalid).is_err(), "{invalid}");
        }
    }

    #[test]
    fn a_token_round_trips() {
        let params = params(r#"{"width":200,"resize":"fill","quality":60,"format":"origin"}"#);
        let token = params.to_token().unwrap();
        assert_eq!(token, "width:200,resize:fill,quality:60,format:origin");
        assert_eq!(TransformParams::from_token(&token).unwrap(), params);
        assert_eq!(TransformParams::from_token("").unwrap(), TransformParams::default());
        assert!(TransformParams::from_token("width:wide").is_err());
    }

    #[test]
    fn the_transformations_header_has_supabases_format() {
        let transform =
            params(r#"{"width":200,"height":100,"resize":"contain","quality":60}"#).transform(true);
        assert_eq!(
            transformations_header(&transform),
            "height:100,width:200,resizing_type:fit,quality:60,format:webp"
        );
        assert_eq!(variant_key(&transform), "200x100-contain-q60-webp");
    }
}
