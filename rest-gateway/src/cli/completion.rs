//! `completion`: scripts by which a shell completes commands and flags.

use clap::{Command, ValueEnum};
use clap_complete::{Shell as Generator, generate};

pub(super) const EXAMPLES: &str = "\
Examples:
  source <(rest-gateway completion bash)                                   # in ~/.bashrc
  rest-gateway completion zsh > \"${fpath[1]}/_rest-gateway\"
  rest-gateway completion fish > ~/.config/fish/completions/rest-gateway.fish
  rest-gateway completion powershell | Out-String | Invoke-Expression      # in $PROFILE";

/// The shell.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
}

/// The script of a shell for a command line.
pub(super) fn script(shell: Shell, command: &mut Command) -> Vec<u8> {
    let generator = match shell {
        Shell::Bash => Generator::Bash,
        Shell::Zsh => Generator::Zsh,
        Shell::Fish => Generator::Fish,
        Shell::Powershell => Generator::PowerShell,
    };
    let mut script = Vec::new();
    generate(generator, command, "rest-gateway", &mut script);
    script
}
