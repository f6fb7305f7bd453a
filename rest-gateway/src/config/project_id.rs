//! `project_id`: a name for the project on this machine.

use super::reader::Section;
use std::path::Path;

/// Longer ones are cut.
const MAX_LENGTH: usize = 40;
const FALLBACK: &str = "project";

/// The configured id, else the name of the project's folder; with Supabase's replacements of other characters.
pub fn read(root: &mut Section<'_, '_>, folder: &Path) -> String {
    let configured: Option<String> = root.optional("project_id");
    let Some(configured) = configured.filter(|id| !id.is_empty()) else {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        return sanitize(&name.unwrap_or_default());
    };
    let id = sanitize(&configured);
    if id != configured {
        root.warn_about("project_id", &format!("is read as {id}"));
    }
    id
}

/// A name as an id: other characters than letters, digits, `_`, `.` and `-` are replaced.
pub fn sanitize(name: &str) -> String {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-');
    let mut id = String::new();
    for letter in name.chars() {
        if is_allowed(letter) {
            id.push(letter);
        } else if !id.ends_with('\0') {
            // One underscore stands for a run of other characters.
            id.push('\0');
        }
    }
    let id = id.replace('\0', "_");
    let id: String = id.trim_start_matches(['_', '.', '-']).chars().take(MAX_LENGTH).collect();
    if id.is_empty() { FALLBACK.to_owned() } else { id }
}

#[cfg(test)]
mod tests {
    use super::sanitize;

    #[test]
    fn replaces_what_a_name_must_not_have() {
        assert_eq!(sanitize("my-app_1.0"), "my-app_1.0");
        assert_eq!(sanitize("Chez Ange & Fils"), "Chez_Ange_Fils");
        assert_eq!(sanitize("_.-île"), "le");
        assert_eq!(sanitize("été"), "t_");
        assert_eq!(sanitize(&"a".repeat(50)).len(), 40);
        assert_eq!(sanitize("—"), "project");
    }
}
