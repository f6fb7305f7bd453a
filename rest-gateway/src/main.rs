//! The `rest-gateway` command.

fn main() -> std::process::ExitCode {
    rest_gateway::cli::run()
}
