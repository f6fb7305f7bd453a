//! Rebuilds the crate when a migration or a stand-in is added or changes, because they are read at compile time.

use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=stand_ins");
    println!("cargo:rustc-env=MIGRATIONS_FINGERPRINT={:016x}", fingerprint()?);
    Ok(())
}

/// Changes with every migration and stand-in, so that a template of a database is known to be outdated.
fn fingerprint() -> Result<u64, Box<dyn Error>> {
    let mut files = Vec::new();
    for folder in fs::read_dir("migrations")? {
        let file: PathBuf = folder?.path().join("up.sql");
        files.push((file.clone(), fs::read(file)?));
    }
    for file in fs::read_dir("stand_ins")? {
        let file = file?.path();
        files.push((file.clone(), fs::read(file)?));
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    Ok(hasher.finish())
}
