//! The sentences of [`crate::FieldError`] and [`crate::ImageError`].

service_kit::sentences! {
    /// By code, and by rule of a field.
    pub(crate) static SENTENCES
}
