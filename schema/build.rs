//! Rebuilds the crate when a migration is added or changes, because `embed_migrations!` reads them at compile time.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
