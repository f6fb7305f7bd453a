//! The parameters of an image transformation, from a query string, a JSON body, or a signed URL's token.
//!
//! Rejects a quality outside of 20 to 100, an unknown resize mode, gravity or format, a focal point outside of the image,
//! and sides that are not numbers. Clamps sides to the limit, and treats a side of 0 as absent.

use actix_web::web::Query;
use picture::{Format, Gravity, Resize, Transform};
use serde::{Deserialize, Deserializer};

use super::gravity::{Decimal, GravityName, GravityParams};
use super::transform_text::transformations_header;
use crate::error::{Error, Result};

/// The longest side of a variant in pixels, as on the hosted platform.
const MAX_SIDE: u32 = 2500;
const DEFAULT_QUALITY: u8 = 80;

/// The parameters that a client sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Fields")]
pub struct TransformParams {
    width: Option<u32>,
    height: Option<u32>,
    resize: Option<ResizeName>,
    quality: Option<Quality>,
    format: Option<FormatName>,
    gravity: Option<GravityParams>,
}

/// The parameters as fields.
#[derive(Deserialize)]
struct Fields {
    #[serde(default, deserialize_with = "width")]
    width: Option<u32>,
    #[serde(default, deserialize_with = "height")]
    height: Option<u32>,
    resize: Option<ResizeName>,
    quality: Option<Quality>,
    format: Option<FormatName>,
    gravity: Option<GravityName>,
    x_offset: Option<Decimal>,
    y_offset: Option<Decimal>,
}

impl TryFrom<Fields> for TransformParams {
    type Error = &'static str;

    fn try_from(fields: Fields) -> std::result::Result<Self, Self::Error> {
        let Fields { width, height, resize, quality, format, gravity, x_offset, y_offset } = fields;
        let gravity = gravity.map(|gravity| GravityParams::new(gravity, x_offset, y_offset)).transpose()?;
        Ok(Self { width, height, resize, quality, format, gravity })
    }
}

fn width<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<u32>, D::Error> {
    side(deserializer, "width must be a whole number of pixels")
}

fn height<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<u32>, D::Error> {
    side(deserializer, "height must be a whole number of pixels")
}

/// Replaces the error, which would not name the parameter.
fn side<'de, D: Deserializer<'de>>(
    deserializer: D,
    message: &str,
) -> std::result::Result<Option<u32>, D::Error> {
    Option::deserialize(deserializer).map_err(|_| serde::de::Error::custom(message))
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
        let query: Vec<String> = text.split(',').map(pairs).collect();
        let params = Query::<Self>::from_query(&query.join("&")).map(Query::into_inner);
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
            self.gravity.map(|gravity| format!("gravity:{gravity}")),
        ];
        let text = parts.into_iter().flatten().collect::<Vec<_>>().join(",");
        (!text.is_empty()).then_some(text)
    }

    /// Whether the format of the response depends on `Accept`.
    pub fn is_negotiated(&self) -> bool {
        matches!(self.format, None | Some(FormatName::Avif))
    }

    /// Whether the client asks for no format other than the original's.
    pub fn keeps_format(&self) -> bool {
        matches!(self.format, None | Some(FormatName::Origin))
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
        let gravity = self.gravity.map_or(Gravity::default(), GravityParams::gravity);
        Transform { width: side(self.width), height: side(self.height), resize, gravity, quality, format }
    }

    /// The value of the header `X-Transformations` for [`TransformParams::transform`]'s result.
    pub fn transformations_header(&self, transform: &Transform) -> String {
        let gravity = self.gravity.map(|gravity| format!(",gravity:{gravity}")).unwrap_or_default();
        format!("{}{gravity}", transformations_header(transform))
    }
}

/// A parameter of a token as parameters of a query: `gravity:fp:0.5:1` also has offsets.
fn pairs(parameter: &str) -> String {
    let values: Vec<&str> = parameter.split(':').collect();
    match values.as_slice() {
        [name, value, x, y] => format!("{name}={value}&x_offset={x}&y_offset={y}"),
        _ => parameter.replacen(':', "=", 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::transform_text::variant_key;

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
            r#"{"gravity":"up"}"#,
            r#"{"gravity":"fp"}"#,
            r#"{"gravity":"fp","x_offset":0.5,"y_offset":1.5}"#,
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
    fn gravity_round_trips_and_is_part_of_the_key() {
        for (json, text) in [
            (r#"{"gravity":"fp","x_offset":0,"y_offset":0.25,"width":10}"#, "gravity:fp:0:0.25"),
            (r#"{"gravity":"noea","width":10}"#, "gravity:noea"),
            (r#"{"gravity":"so","x_offset":-12.5,"width":10}"#, "gravity:so:-12.5:0"),
            (r#"{"gravity":"sm","x_offset":1,"width":10}"#, "gravity:sm"),
        ] {
            let params = params(json);
            let token = params.to_token().unwrap();
            assert_eq!(token, format!("width:10,{text}"));
            assert_eq!(TransformParams::from_token(&token).unwrap(), params);
            let transform = params.transform(false);
            assert!(params.transformations_header(&transform).ends_with(&format!(",{text}")));
        }
        let key = |json| variant_key(&params(json).transform(false));
        assert_ne!(key(r#"{"gravity":"no"}"#), key(r#"{"gravity":"so"}"#));
        assert_eq!(key(r#"{"gravity":"ce"}"#), key("{}"));
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
