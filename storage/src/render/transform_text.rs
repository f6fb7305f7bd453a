//! A transform as text: the key of its variant, and the header that describes it.

use picture::{Anchor, Format, Gravity, Resize, Transform};

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
    let gravity = match transform.gravity {
        centre if centre == Gravity::default() => String::new(),
        Gravity { horizontal, vertical } => format!("-{}{}", anchor_key(horizontal), anchor_key(vertical)),
    };
    format!("{}x{}-{resize}{gravity}-q{quality}-{format}", side(width), side(height))
}

fn anchor_key(anchor: Anchor) -> String {
    match anchor {
        Anchor::Start(offset) => format!("s{}", offset.0),
        Anchor::Center(offset) => format!("c{}", offset.0),
        Anchor::End(offset) => format!("e{}", offset.0),
        Anchor::Point(millionths) => format!("p{millionths}"),
    }
}

/// The value of the header `X-Transformations`, without a gravity.
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
