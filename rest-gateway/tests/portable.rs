//! Linux-only calls in the sources are behind a `cfg`, so that the workspace compiles on macOS. This test reads the
//! sources and needs no toolchain of another system; `just cross-check` compiles for them.

#![allow(clippy::unwrap_used, reason = "a failed setup step fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

/// Names that are defined only on Linux.
const LINUX_ONLY: [&str; 17] = [
    "set_parent_process_death_signal",
    "PR_SET_PDEATHSIG",
    "libc::prctl",
    "SCHED_BATCH",
    "sched_setscheduler",
    "sched_setattr",
    "sched_setaffinity",
    "set_tcp_user_timeout",
    "set_tcp_quickack",
    "accept4",
    "O_TMPFILE",
    "memfd_create",
    "epoll_",
    "libc::mallopt",
    "libc::malloc_trim",
    "std::os::linux",
    "std::os::android",
];

/// Every source file of the workspace, without tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir()
            && !["target", "node_modules", "tests", "fuzz"].contains(&name.as_str())
            && !name.starts_with('.')
        {
            sources(&path, found);
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

/// The lines with such a name outside items and statements with a `cfg` for Linux.
fn open_calls(text: &str) -> Vec<&str> {
    let mut linux_at: Option<usize> = None;
    let mut calls = Vec::new();
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default().trim_end();
        let indent = code.len() - code.trim_start().len();
        if code.trim_start().starts_with("#[cfg(") {
            let linux = code.contains("target_os = \"linux\"") && !code.contains("not(");
            linux_at = linux.then_some(indent);
            continue;
        }
        if linux_at.is_none() && LINUX_ONLY.iter().any(|name| code.contains(name)) {
            calls.push(line);
        }
        // In formatted code, the item ends at the column of its `cfg`.
        let ends = code.trim_start().starts_with('}') || code.ends_with([';', ',']);
        if linux_at == Some(indent) && ends {
            linux_at = None;
        }
    }
    calls
}

#[test]
fn linux_only_calls_are_behind_a_cfg() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for folder in
        ["rest-gateway/src", "rest-gateway/engine/src", "functions", "storage/src", "schema", "crates"]
    {
        sources(&root.join(folder), &mut files);
    }
    assert!(files.len() > 200, "{}", files.len());
    let open: Vec<String> = files
        .iter()
        .flat_map(|file| {
            let text = fs::read_to_string(file).unwrap();
            let calls = open_calls(&text).into_iter().map(|line| format!("{}: {line}", file.display()));
            calls.collect::<Vec<_>>()
        })
        .collect();
    assert!(open.is_empty(), "{open:#?}");
}

#[test]
fn finds_a_linux_only_call_without_a_cfg() {
    assert_eq!(open_calls("fn f() {\n    libc::prctl(1);\n}\n").len(), 1);
    assert!(open_calls("#[cfg(target_os = \"linux\")]\nfn f() {\n    libc::prctl(1);\n}\n").is_empty());
    assert_eq!(open_calls("#[cfg(not(target_os = \"linux\"))]\nfn f() {\n    libc::prctl(1);\n}\n").len(), 1);
}
