//! QR codes as SVG.

use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};

/// Pixels of a module's side.
const MODULE_SIZE: u32 = 3;

/// The SVG document of a text's QR code. Colours are names, because clients put the document into a `data:` URL, in which
/// `#` begins the fragment. `None` for a text that is too long for a QR code.
pub(crate) fn svg(text: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::H).ok()?;
    Some(
        code.render::<svg::Color<'_>>()
            .module_dimensions(MODULE_SIZE, MODULE_SIZE)
            .dark_color(svg::Color("black"))
            .light_color(svg::Color("white"))
            .build(),
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_code_is_an_svg_document_that_fits_into_a_data_url() {
        let document = super::svg("otpauth://totp/exemple.fr:marie@exemple.fr?secret=ABC").unwrap();
        assert!(document.starts_with("<?xml") && document.ends_with("</svg>"), "{document}");
        assert!(!document.contains('#'));
        assert_eq!(super::svg(&"x".repeat(3000)), None);
    }
}
