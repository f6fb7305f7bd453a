//! The state that the sections of one configuration share.

use crate::config::error::Diagnostic;
use crate::config::source::ConfigSource;
use crate::config::variables::Variables;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A configuration that is being read.
pub struct Document<'d> {
    pub source: &'d ConfigSource,
    pub variables: &'d Variables<'d>,
    text: &'d str,
    diagnostics: Vec<Diagnostic>,
    warnings: Vec<String>,
    unsupported: Vec<String>,
}

/// The source of a value.
#[derive(Debug, Clone)]
pub enum Place {
    /// A range of the file's text.
    Span(Range<usize>),
    /// An environment variable that overrides a key.
    Variable(String),
}

impl<'d> Document<'d> {
    pub fn new(source: &'d ConfigSource, text: &'d str, variables: &'d Variables<'d>) -> Document<'d> {
        let (diagnostics, warnings, unsupported) = Default::default();
        Document { source, variables, text, diagnostics, warnings, unsupported }
    }

    /// Whether this is a Supabase project, to which Supabase's rules apply where the stack's own are stricter.
    pub fn is_project(&self) -> bool {
        self.source.is_project()
    }

    /// A path of the file, absolute.
    pub fn resolve(&self, path: &Path) -> PathBuf {
        self.source.folder().join(path)
    }

    /// Adds an error about `key`.
    pub fn reject(&mut self, place: &Place, key: &str, message: &str) {
        self.diagnostics.push(match place {
            Place::Span(span) => {
                Diagnostic::at(self.source.path(), self.text, span, &format!("{key}: {message}"))
            }
            Place::Variable(name) => Diagnostic::of_variable(name, message),
        });
    }

    /// Adds a warning for the start of the stack.
    pub fn warn(&mut self, warning: String) {
        self.warnings.push(warning);
    }

    /// Adds a key or section that the stack does not have.
    pub fn ignore(&mut self, key: String) {
        self.unsupported.push(key);
    }

    /// The errors in the order of the file, and the warnings. The ignored keys share one warning.
    pub fn finish(mut self) -> (Vec<Diagnostic>, Vec<String>) {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.place.as_ref().map(|(_, line)| *line));
        if !self.unsupported.is_empty() {
            let keys = self.unsupported.join(", ");
            self.warnings.push(format!("ignored, because this stack does not have them: {keys}"));
        }
        (self.diagnostics, self.warnings)
    }
}
