//! `functions list`.

use super::super::error::CommandError;
use super::super::report::display_path;
use super::super::workspace::enter;
use crate::config::{Config, Function, FunctionProgram};
use crate::stack::DataFolder;
use crate::terminal::print;
use std::path::{Path, PathBuf};

/// Prints the functions of the project, with their addresses if its stack runs.
///
/// # Errors
/// When the configuration is invalid.
pub(super) fn run(config: Option<&Path>, data: PathBuf) -> Result<(), CommandError> {
    let (source, data) = enter(config, data)?;
    let config = Config::load_source(&source)?;
    let url = DataFolder::running(&data).ok().map(|addresses| addresses.functions_url);
    if config.functions.is_empty() {
        print("The project has no functions; `rest-gateway functions new NAME` creates one\n");
        return Ok(());
    }
    let width = config.functions.keys().map(|name| name.0.as_str().len()).max().unwrap_or_default();
    for (name, function) in &config.functions {
        let place = match (&url, function.enabled && config.edge_runtime.enabled) {
            (_, false) => "disabled".to_owned(),
            (Some(url), true) => format!("{url}/{}", name.0),
            (None, true) => program(function),
        };
        let check = if function.verify_jwt { "verify_jwt" } else { "open" };
        print(&format!("{:width$}  {check:10}  {place}\n", name.0.as_str()));
    }
    Ok(())
}

/// The program of a function, which is shown if no stack runs.
fn program(function: &Function) -> String {
    match &function.program {
        FunctionProgram::Script(script) => display_path(&script.entrypoint).display().to_string(),
        FunctionProgram::Executable(path) => display_path(path).display().to_string(),
        FunctionProgram::Sibling => "built in".to_owned(),
    }
}
