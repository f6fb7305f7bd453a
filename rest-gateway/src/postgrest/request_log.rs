//! A line on standard output for each request, as PostgREST writes it, which is Apache's way: where it came from, the role
//! that ran it, when, what was asked and what came of it. `log-level` says of which. A preflight does not come this far.
//! Neither headers but the agent and the referer are told, nor a key that was given in the query.

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
use crate::stack::say;

const NOTHING: &str = "-";
const KEY: &str = "apikey=";

pub(super) async fn tell<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let response = next.call(request).await?;
    let log = response.request().app_data::<Data<Log>>();
    if log.is_some_and(|log| log.level().tells_of(response.status())) {
        say(&line(&response));
    }
    Ok(response)
}

fn line<B: MessageBody>(response: &ServiceResponse<B>) -> String {
    let request = response.request();
    let role = request.extensions().get::<AuthRole>().map(|role| role.0.clone());
    format!(
        "{} - {} [{}] \"{} {} {:?}\" {} {} \"{}\" \"{}\"\n",
        source(request.peer_addr()),
        role.as_deref().unwrap_or(NOTHING),
        chrono::Local::now().format("%d/%b/%Y:%T %z"),
        request.method(),
        target(request.uri()),
        request.version(),
        response.status().as_u16(),
        length(response).map_or_else(|| NOTHING.to_owned(), |length| length.to_string()),
        header(request.headers(), REFERER),
        header(request.headers(), USER_AGENT),
    )
}

/// An address of IPv4 that came in by a socket of IPv6 is told as what it is. Behind a Unix socket there is none.
fn source(peer: Option<SocketAddr>) -> String {
    match peer.map(|peer| peer.ip().to_canonical()) {
        Some(IpAddr::V6(address)) if !address.is_loopback() => {
            address.segments().map(|segment| format!("{segment:x}")).join(":")
        }
        Some(address) => address.to_string(),
        None => NOTHING.to_owned(),
    }
}

fn target(uri: &Uri) -> String {
    match uri.query().filter(|query| query.contains(KEY)) {
        Some(query) => {
            let told = query.split('&').map(|pair| if pair.starts_with(KEY) { "apikey=***" } else { pair });
            format!("{}?{}", uri.path(), told.collect::<Vec<_>>().join("&"))
        }
        None => uri.path_and_query().map_or(uri.path(), PathAndQuery::as_str).to_owned(),
    }
}

/// As the answer tells it.
fn length<B: MessageBody>(response: &ServiceResponse<B>) -> Option<u64> {
    let told = response.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    told.or(match response.response().body().size() {
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

    /// Without the time, which is between brackets.
    fn told(request: TestRequest, role: Option<&str>, answer: HttpResponse) -> String {
        let request = request.to_srv_request();
        if let Some(role) = role {
            request.extensions_mut().insert(AuthRole(role.to_owned()));
        }
        let line = line(&request.into_response(answer));
        let (before, after) = (line.split_once('[').unwrap().0, line.split_once(']').unwrap().1);
        format!("{before}[]{after}")
    }

    #[test]
    fn a_line_tells_who_asked_for_what_and_what_came_of_it() {
        let request = TestRequest::get()
            .uri("/films?id=eq.1&title=like.%25a")
            .peer_addr("192.0.2.7:1234".parse().unwrap())
            .insert_header((USER_AGENT, "curl/8"))
            .insert_header((REFERER, "https://example.org/"))
            .insert_header((AUTHORIZATION, "Bearer secret"));
        assert_eq!(
            told(request, Some("author"), HttpResponse::NotFound().body("none")),
            "192.0.2.7 - author [] \"GET /films?id=eq.1&title=like.%25a HTTP/1.1\" 404 4 \
             \"https://example.org/\" \"curl/8\"\n"
        );
    }

    #[test]
    fn what_is_not_known_is_told_by_a_dash() {
        let request = TestRequest::delete().uri("/films");
        assert_eq!(
            told(request, None, HttpResponse::NoContent().finish()),
            "- - - [] \"DELETE /films HTTP/1.1\" 204 - \"\" \"\"\n"
        );
    }

    #[test]
    fn a_key_in_the_query_is_not_told() {
        let request = TestRequest::get().uri("/films?limit=1&apikey=secret&x.apikey=eq.1");
        let line = told(request, None, HttpResponse::Ok().finish());
        assert!(line.contains("\"GET /films?limit=1&apikey=***&x.apikey=eq.1 HTTP/1.1\" 200 0"), "{line}");
    }

    #[test]
    fn an_address_is_told_as_postgrest_tells_it() {
        for (peer, text) in [
            ("[::ffff:192.0.2.7]:1", "192.0.2.7"),
            ("[::1]:1", "::1"),
            ("[2001:db8::1]:1", "2001:db8:0:0:0:0:0:1"),
        ] {
            assert_eq!(source(Some(peer.parse().unwrap())), text);
        }
    }
}
