//! The front door of the stack and the command line that runs it.

fn main() -> std::process::ExitCode {
    rest_gateway::cli::run()
}
