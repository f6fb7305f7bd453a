//! The access log on standard output, in PostgREST's format, which is Apache's combined format with the database role
//! as the user. `log-level` selects the requests; preflights are not logged. API keys in the query are masked.

use std::borrow::Cow;
use std::net::{IpAddr, SocketAddr};

use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CONTENT_LENGTH, HeaderMap, HeaderName, REFERER, USER_AGENT};
use actix_web::http::uri::PathAndQuery;
use actix_web::http::{StatusCode, Uri};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage};
use rest_engine::AuthRole;

use super::log_level::Log;
use crate::terminal::print;

const ABSENT: &str = "-";
const KEY: &str = "apikey=";

/// The middleware.
pub(super) async fn log_request<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let response = next.call(request).await?;
    let log = response.request().app_data::<Data<Log>>();
    if log.is_some_and(|log| log.level().includes(response.status())) {
        print(&line(&response));
    }
    Ok(response)
}

fn line<B: MessageBody>(response: &ServiceResponse<B>) -> String {
    let request = response.request();
    let role = request.extensions().get::<AuthRole>().map(|role| role.0.clone());
    format!(
        "{} - {} [{}] \"{} {} {:?}\" {} {} \"{}\" \"{}\"\n",
        client_address(request.peer_addr()),
        role.as_deref().unwrap_or(ABSENT),
        chrono::Local::now().format("%d/%b/%Y:%T %z"),
        request.method(),
        target(request.uri()),
        request.version(),
        response.status().as_u16(),
        length(response).map_or_else(|| ABSENT.to_owned(), |length| length.to_string()),
        header(request.headers(), REFERER),
        header(request.headers(), USER_AGENT),
    )
}

/// An IPv4-mapped address is written as IPv4. A Unix socket has no peer address.
fn client_address(peer: Option<SocketAddr>) -> String {
    match peer.map(|peer| peer.ip().to_canonical()) {
        Some(IpAddr::V6(address)) if !address.is_loopback() => {
            address.segments().map(|segment| format!("{segment:x}")).join(":")
        }
        Some(address) => address.to_string(),
        None => ABSENT.to_owned(),
    }
}

/// Path and query, without the value of an API key.
fn target(uri: &Uri) -> String {
    match uri.query().filter(|query| query.contains(KEY)) {
        Some(query) => {
            let masked = query.split('&').map(|pair| if pair.starts_with(KEY) { "apikey=***" } else { pair });
            format!("{}?{}", uri.path(), masked.collect::<Vec<_>>().join("&"))
        }
        None => uri.path_and_query().map_or(uri.path(), PathAndQuery::as_str).to_owned(),
    }
}

/// The response's `Content-Length`, else the size of its body.
fn length<B: MessageBody>(response: &ServiceResponse<B>) -> Option<u64> {
    let header = response.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    header.or(match response.response().body().size() {
        BodySize::Sized(length) if response.status() != StatusCode::NO_CONTENT => Some(length),
        _ => None,
    })
}

fn header(headers: &HeaderMap, name: HeaderName) -> Cow<'_, str> {
    headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use actix_web::HttpResponse;
    use actix_web::http::header::AUTHORIZATION;
    use actix_web::test::TestRequest;

    use super::*;

    /// A log line without its time, which is in brackets.
    fn logged(request: TestRequest, role: Option<&str>, answer: HttpResponse) -> String {
        let request = request.to_srv_request();
        if let Some(role) = role {
            request.extensions_mut().insert(AuthRole(role.to_owned()));
        }
        let line = line(&request.into_response(answer));
        let (before, after) = (line.split_once('[').unwrap().0, line.split_once(']').unwrap().1);
        format!("{before}[]{after}")
    }

    #[test]
    fn a_line_has_client_role_request_status_and_length() {
        let request = TestRequest::get()
            .uri("/films?id=eq.1&title=like.%25a")
            .peer_addr("192.0.2.7:1234".parse().unwrap())
            .insert_header((USER_AGENT, "curl/8"))
            .insert_header((REFERER, "https://example.org/"))
            .insert_header((AUTHORIZATION, "Bearer secret"));
        assert_eq!(
            logged(request, Some("author"), HttpResponse::NotFound().body("none")),
            "192.0.2.7 - author [] \"GET /films?id=eq.1&title=like.%25a HTTP/1.1\" 404 4 \
             \"https://example.org/\" \"curl/8\"\n"
        );
    }

    #[test]
    fn absent_values_are_dashes() {
        let request = TestRequest::delete().uri("/films");
        assert_eq!(
            logged(request, None, HttpResponse::NoContent().finish()),
            "- - - [] \"DELETE /films HTTP/1.1\" 204 - \"\" \"\"\n"
        );
    }

    #[test]
    fn a_key_in_the_query_is_masked() {
        let request = TestRequest::get().uri("/films?limit=1&apikey=secret&x.apikey=eq.1");
        let line = logged(request, None, HttpResponse::Ok().finish());
        assert!(line.contains("\"GET /films?limit=1&apikey=***&x.apikey=eq.1 HTTP/1.1\" 200 0"), "{line}");
    }

    #[test]
    fn addresses_are_formatted_as_in_postgrest() {
        for (peer, text) in [
            ("[::ffff:192.0.2.7]:1", "192.0.2.7"),
            ("[::1]:1", "::1"),
            ("[2001:db8::1]:1", "2001:db8:0:0:0:0:0:1"),
        ] {
            assert_eq!(client_address(Some(peer.parse().unwrap())), text);
        }
    }
}
