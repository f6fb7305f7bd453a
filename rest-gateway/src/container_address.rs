//! Replaces addresses of Supabase's containers in the configuration of a project by those of the gateway and of this
//! machine.

/// The name of the gateway's container, and the prefix before the project's id in its other name.
const GATEWAY: [&str; 2] = ["kong", "supabase_kong_"];
const GATEWAY_PORT: &str = "8000";
/// The prefix of the name of the functions' container. Its paths have no `/functions/v1`.
const FUNCTIONS: &str = "supabase_edge_runtime_";
/// This machine, as containers see it.
const MACHINE: &str = "host.docker.internal";

/// The same address without containers. `gateway` is the gateway's URL, `port` its port in the configuration.
pub(crate) fn without_containers(address: &str, gateway: &str, port: u16) -> String {
    let replaced = address.strip_prefix("http://").and_then(|rest| {
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let (host, host_port) = authority.split_once(':').unwrap_or((authority, "80"));
        let is_gateway = host == GATEWAY[0] || host.starts_with(GATEWAY[1]);
        if is_gateway && host_port == GATEWAY_PORT {
            Some(format!("{gateway}{path}"))
        } else if host.starts_with(FUNCTIONS) {
            Some(format!("{gateway}/functions/v1{path}"))
        } else if host == MACHINE && host_port == port.to_string() {
            Some(format!("{gateway}{path}"))
        } else {
            (host == MACHINE).then(|| format!("http://127.0.0.1:{host_port}{path}"))
        }
    });
    replaced.unwrap_or_else(|| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::without_containers;

    #[test]
    fn containers_are_replaced_by_the_gateway_and_this_machine() {
        let address = |text| without_containers(text, "http://127.0.0.1:40001", 54321);
        let hook = "http://127.0.0.1:40001/functions/v1/send-email";
        assert_eq!(address("http://host.docker.internal:54321/functions/v1/send-email"), hook);
        assert_eq!(address("http://kong:8000/functions/v1/send-email"), hook);
        assert_eq!(address("http://supabase_kong_shop:8000/functions/v1/send-email"), hook);
        assert_eq!(address("http://supabase_edge_runtime_shop:8081/send-email"), hook);
        assert_eq!(address("http://host.docker.internal:3000/hook"), "http://127.0.0.1:3000/hook");
        assert_eq!(address("http://host.docker.internal"), "http://127.0.0.1:80");
        for other in
            ["https://kong.example:8000/x", "pg-functions://postgres/public/f", "http://localhost:1/x"]
        {
            assert_eq!(address(other), other);
        }
    }
}
