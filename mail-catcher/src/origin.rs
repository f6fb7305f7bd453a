//! Rejects requests for another host, so that no website can read the mails by a name that it points at this machine
//! (DNS rebinding).

use std::net::IpAddr;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse};

/// Middleware: 403 unless the request's host is an address or `localhost`.
pub(crate) async fn reject_foreign_hosts<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let is_own = is_own_host(request.connection_info().host());
    if !is_own {
        let rejected = HttpResponse::Forbidden().body("This server is reached only by its address.\n");
        return Ok(request.into_response(rejected).map_into_right_body());
    }
    Ok(next.call(request).await?.map_into_left_body())
}

/// Whether `host`, with or without a port, is an address or `localhost`.
fn is_own_host(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_own_host;

    #[test]
    fn only_addresses_and_localhost_are_own_hosts() {
        for own in ["127.0.0.1:54324", "127.0.0.1", "localhost:54324", "[::1]:54324"] {
            assert!(is_own_host(own), "{own}");
        }
        for foreign in ["rebound.example:54324", "localhost.example", ""] {
            assert!(!is_own_host(foreign), "{foreign}");
        }
    }
}
