//! Runs every command of the README against a stack.
//!
//! One shell runs the blocks in order and fails at the first error, which includes an HTTP status of 400 or more.
//! Blocks that start a server run separately until the server listens. Build commands are not run: `.ci/run` does that,
//! so only the names of their recipes are checked.

use crate::processes::{descendants, wait_until, wait_until_exited};
use crate::running::PROGRAM;
use serde_json::Value;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const BUILDS: &str = "npx --yes rust-just ";
const PROGRAMS: [&str; 4] = ["bash", "curl", "jq", "basenc"];
const KEYS: &str = "eval \"$(target/up/rest-gateway status -o env)\"\n";

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The indented blocks of a Markdown text. Fenced blocks are not commands to run here.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut inside = false;
    let mut is_fenced = false;
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        is_fenced ^= is_fence;
        if is_fenced || is_fence {
            inside = false;
            continue;
        }
        match line.strip_prefix("    ") {
            Some(command) if inside => blocks.last_mut().unwrap().push_str(&format!("{command}\n")),
            Some(command) => {
                blocks.push(format!("{command}\n"));
                inside = true;
            }
            // A block continues after an empty line.
            None if line.is_empty() && inside => blocks.last_mut().unwrap().push('\n'),
            None => inside = false,
        }
    }
    blocks
}

/// Whether the block starts a server.
fn is_server(block: &str) -> bool {
    block.contains("rest-gateway serve") || block.contains("PORT=0")
}

/// A folder with everything that the commands use of a built checkout.
fn checkout() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    for name in ["crates", "docs"] {
        symlink(sources().join(name), path.join(name)).unwrap();
    }
    fs::create_dir(path.join("target")).unwrap();
    symlink(Path::new(PROGRAM).parent().unwrap(), path.join("target/up")).unwrap();
    fs::copy(sources().join("supabase-compat.toml"), path.join("supabase-compat.toml")).unwrap();
    // Stands for a picture from the front end's build.
    let pictures = path.join("frontend/.baked/hotel-images");
    fs::create_dir_all(&pictures).unwrap();
    fs::copy(sources().join("docs/images/home.webp"), pictures.join("villa-1.webp")).unwrap();
    // An HTTP error fails the command.
    fs::write(path.join(".curlrc"), "fail-with-body\nsilent\nshow-error\n").unwrap();
    folder
}

fn shell(folder: &Path, script: &str) -> Command {
    let mut command = Command::new("bash");
    command.args(["-euo", "pipefail", "-c", script]).current_dir(folder);
    command.env("CURL_HOME", folder).env("PGRST_SERVER_PORT", "0").env("PGRST_SERVER_HOST", "127.0.0.1");
    command
}

fn run(folder: &Path, script: &str) -> String {
    let Output { status, stdout, stderr } = shell(folder, script).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{script}\nended with {status}:\n{out}\n{err}");
    out.into_owned()
}

/// Runs a server's block until the server listens.
fn run_server(folder: &Path, block: &str) {
    let log = folder.join("server.log");
    let output = File::create(&log).unwrap();
    let mut command = shell(folder, &format!("{KEYS}{block}"));
    command.stdout(output.try_clone().unwrap()).stderr(output).process_group(0);
    let mut server = command.spawn().unwrap();
    let output = || fs::read_to_string(&log).unwrap().to_lowercase();
    wait_until(&format!("it listens: {block}"), || {
        output().contains("listening") || !fs::exists(format!("/proc/{}", server.id())).unwrap()
    });
    let family = descendants(server.id());
    let group = format!("-{}", server.id());
    assert!(Command::new("kill").args(["-TERM", "--", &group]).status().unwrap().success(), "{}", output());
    server.wait().unwrap();
    wait_until_exited(&family);
    assert!(output().contains("listening"), "{}", output());
}

struct Running(PathBuf);

impl Drop for Running {
    fn drop(&mut self) {
        let mut stop = Command::new(PROGRAM);
        let _ = stop.args(["stop", "--delete-data"]).current_dir(&self.0).output();
    }
}

#[test]
fn every_command_in_the_readme_works() {
    for program in PROGRAMS {
        let found = Command::new("sh").args(["-c", "command -v \"$0\" >&2", program]).output().unwrap();
        assert!(
            found.status.success(),
            "the README's commands need {program}, which is not installed (see .ci/readme-tools)"
        );
    }
    let readme = fs::read_to_string(sources().join("README.md")).unwrap();
    let recipes = fs::read_to_string(sources().join("justfile")).unwrap();
    let folder = checkout();
    let path = folder.path();
    let _running = Running(path.to_owned());
    run(path, "target/up/rest-gateway up --detach --port 0");

    let mut script = KEYS.to_owned();
    let mut commands = 0;
    for block in blocks(&readme) {
        if is_server(&block) {
            run_server(path, &block);
            commands += 1;
            continue;
        }
        for line in block.lines() {
            match line.strip_prefix(BUILDS) {
                Some(recipe) => {
                    let name = recipe.split_whitespace().next().unwrap();
                    let is = |line: &str| {
                        line.starts_with(&format!("{name} ")) || line.starts_with(&format!("{name}:"))
                    };
                    assert!(recipes.lines().any(is), "no recipe {name}");
                }
                None => script += &format!("{line}\n"),
            }
            commands += usize::from(line.starts_with(|first: char| first.is_ascii_alphabetic()));
        }
    }
    assert!(commands > 20, "the README has more commands than {commands}");
    // The last command stops the stack, so the results are read before it.
    let (script, last) = script.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(last, "target/up/rest-gateway stop");
    let seen = "\ncurl \"$REST_URL/host_applications?select=status,hotel_id\" -H \"apikey: $SERVICE_ROLE_KEY\" > applications\n\
                curl \"$REST_URL/hotel_reviews?select=rating&review_title=eq.Parfait&hotel_id=eq.7\" -H \"apikey: $SERVICE_ROLE_KEY\" > reviews\n\
                curl \"$REST_URL/translations?select=value&language=eq.de&key=eq.home.hero.heading\" -H \"apikey: $ANON_KEY\" > texts\n";
    run(path, &format!("{script}{seen}{last}"));

    let read = |name: &str| -> Value { serde_json::from_slice(&fs::read(path.join(name)).unwrap()).unwrap() };
    assert_eq!(read("applications")[0]["status"], "approved");
    assert!(read("applications")[0]["hotel_id"].is_number());
    assert_eq!(read("reviews")[0]["rating"], 5);
    assert_eq!(read("texts")[0]["value"], "Korsika wartet");
    assert_eq!(
        fs::read(path.join("villa.webp")).unwrap(),
        fs::read(path.join("docs/images/home.webp")).unwrap()
    );
}

#[test]
fn parses_indented_blocks() {
    let text = "Words:\n\n    one\n    two \\\n      three\n\n    four\n\nmore\n\n    five\n```yaml\nkey:\n    value: 1\n```\n";
    assert_eq!(blocks(text), ["one\ntwo \\\n  three\n\nfour\n\n", "five\n"]);
}
