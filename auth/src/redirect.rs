//! The page that a link in a mail or an external provider returns to. Only the site itself, this machine and addresses
//! of the allow list are accepted, because the address receives the tokens of a session.

use actix_web::HttpRequest;
use actix_web::http::header::REFERER;
use regex_lite::Regex;
use url::{Host, Url, form_urlencoded};

/// `GOTRUE_SITE_URL` and `GOTRUE_URI_ALLOW_LIST`.
#[derive(Clone, Debug)]
pub(crate) struct RedirectRules {
    /// The page for requests that do not name an accepted one.
    pub site_url: String,
    site: Option<Url>,
    allowed: Vec<Regex>,
}

impl RedirectRules {
    /// Rules with the patterns of an allow list. In a pattern, `*` and `?` stand for characters other than `.` and `/`,
    /// `**` for any characters; `[a-z]`, `[!a-z]`, `{a,b}` and `\` have their usual meanings.
    ///
    /// # Errors
    /// When a pattern is not well-formed.
    pub fn new(site_url: &str, patterns: &[String]) -> Result<RedirectRules, regex_lite::Error> {
        let allowed = patterns.iter().map(|pattern| Regex::new(&as_regex(pattern)));
        Ok(RedirectRules {
            site_url: site_url.to_owned(),
            site: Url::parse(site_url).ok(),
            allowed: allowed.collect::<Result<_, _>>()?,
        })
    }

    /// The page that a request asks for in its header `redirect_to`, its query or its `Referer`, or else the site.
    pub fn destination(&self, request: &HttpRequest) -> String {
        let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
        let query = form_urlencoded::parse(request.query_string().as_bytes())
            .find_map(|(name, value)| (name == "redirect_to").then_some(value));
        let wanted = header("redirect_to").filter(|url| !url.is_empty()).or(query.as_deref());
        [wanted, header(REFERER.as_str())]
            .into_iter()
            .flatten()
            .find(|url| self.accepts(url))
            .unwrap_or(&self.site_url)
            .to_owned()
    }

    /// Whether the address is the site's, this machine's or one of the allow list.
    pub fn accepts(&self, address: &str) -> bool {
        // Browsers drop or reinterpret these, so that the pattern would see another address than they do.
        if address.contains(|character: char| {
            character.is_control() || character.is_whitespace() || character == '\\'
        }) {
            return false;
        }
        let Ok(url) = Url::parse(address) else { return false };
        if self.site.as_ref().is_some_and(|site| is_same_site(site, &url)) {
            return true;
        }
        match url.host() {
            // Numbers such as http://2130706433 are addresses to a browser; only the usual notation is accepted.
            Some(Host::Ipv4(ip)) => return ip.is_loopback() && address.contains(&ip.to_string()),
            Some(Host::Ipv6(ip)) => return ip.is_loopback(),
            _ => {}
        }
        let without_fragment = address.split('#').next().unwrap_or_default();
        self.allowed.iter().any(|pattern| pattern.is_match(without_fragment))
    }
}

/// The same scheme, host and port. On this machine any port, because native applications listen on changing ones
/// (RFC 8252, section 7.3).
fn is_same_site(site: &Url, url: &Url) -> bool {
    let is_local = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]" | "0.0.0.0" | "[::]"));
    site.scheme() == url.scheme()
        && site.host_str() == url.host_str()
        && (is_local || site.port_or_known_default() == url.port_or_known_default())
}

/// A glob as a regular expression for the whole text.
fn as_regex(glob: &str) -> String {
    let mut regex = String::from("(?s)^");
    let mut characters = glob.chars().peekable();
    let mut depth = 0_usize;
    let mut is_class = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' => regex.push_str(&regex_lite::escape(&characters.next().unwrap_or('\\').to_string())),
            ']' if is_class => {
                is_class = false;
                regex.push(']');
            }
            '-' if is_class => regex.push('-'),
            '*' if !is_class && characters.next_if_eq(&'*').is_some() => regex.push_str(".*"),
            '*' if !is_class => regex.push_str("[^./]*"),
            '?' if !is_class => regex.push_str("[^./]"),
            '[' if !is_class => {
                is_class = true;
                regex.push_str(if characters.next_if_eq(&'!').is_some() { "[^" } else { "[" });
            }
            '{' if !is_class => {
                depth += 1;
                regex.push_str("(?:");
            }
            '}' if !is_class && depth > 0 => {
                depth -= 1;
                regex.push(')');
            }
            ',' if !is_class && depth > 0 => regex.push('|'),
            other => regex.push_str(&regex_lite::escape(&other.to_string())),
        }
    }
    regex.push('$');
    regex
}

/// `address` with further query parameters.
pub(crate) fn with_query(address: &str, parameters: &[(&str, impl AsRef<str>)]) -> String {
    let (page, fragment) = address.split_once('#').map_or((address, None), |(page, rest)| (page, Some(rest)));
    let separator = if page.contains('?') { '&' } else { '?' };
    let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
    format!("{page}{separator}{}{fragment}", encode(parameters))
}

/// `address` with these parameters as its fragment, which browsers do not send to servers. By the parameter `sb` clients
/// recognise a redirect of Supabase's auth API.
pub(crate) fn with_fragment(address: &str, parameters: &[(&str, impl AsRef<str>)]) -> String {
    let page = address.split('#').next().unwrap_or_default();
    let mut sorted: Vec<(&str, &str)> =
        parameters.iter().map(|(name, value)| (*name, value.as_ref())).collect();
    sorted.push(("sb", ""));
    sorted.sort_unstable();
    format!("{page}#{}", encode(&sorted))
}

fn encode(parameters: &[(&str, impl AsRef<str>)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(patterns: &[&str]) -> RedirectRules {
        let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
        RedirectRules::new("https://isula.example/welcome", &patterns).unwrap()
    }

    #[test]
    fn the_site_itself_is_accepted_with_its_scheme_host_and_port() {
        let rules = rules(&[]);
        assert!(rules.accepts("https://isula.example/any/page?x=1#y"));
        assert!(rules.accepts("https://isula.example:443/"));
        for other in [
            "http://isula.example/",
            "https://isula.example:8443/",
            "https://www.isula.example/",
            "https://isula.example.evil.example/",
            "https://isula.example@evil.example/",
            "//evil.example",
            "/relative",
            "javascript:alert(1)",
            "",
        ] {
            assert!(!rules.accepts(other), "{other}");
        }
    }

    #[test]
    fn a_star_stops_at_dots_and_slashes_and_two_stars_do_not() {
        let rules =
            rules(&["https://*.isula.example", "https://preview.example/**", "https://a.example/?[0-9]"]);
        assert!(rules.accepts("https://pr-1.isula.example"));
        assert!(!rules.accepts("https://a.b.isula.example"));
        assert!(!rules.accepts("https://evil.example/.isula.example"));
        assert!(rules.accepts("https://preview.example/a/b.html?c=d#fragment"));
        assert!(rules.accepts("https://a.example/x7"));
        assert!(!rules.accepts("https://a.example/xy"));
        assert!(!rules.accepts("https://a.example/x77"));
    }

    #[test]
    fn alternatives_and_the_scheme_of_an_application_are_accepted() {
        let rules = rules(&["{https,isula}://app.{fr,it}/callback", "com.isula.app://login"]);
        for accepted in ["https://app.fr/callback", "isula://app.it/callback", "com.isula.app://login"] {
            assert!(rules.accepts(accepted), "{accepted}");
        }
        assert!(!rules.accepts("https://app.de/callback"));
    }

    #[test]
    fn of_network_addresses_only_loopback_ones_are_accepted() {
        let rules = rules(&["**"]);
        assert!(rules.accepts("http://127.0.0.1:4321/callback"));
        assert!(rules.accepts("http://[::1]:4321/callback"));
        for other in ["http://10.0.0.1/", "http://2130706433/", "http://0x7f.1/", "http://[2001:db8::1]/"] {
            assert!(!rules.accepts(other), "{other}");
        }
    }

    #[test]
    fn an_address_that_browsers_read_differently_is_rejected() {
        let rules = rules(&["https://**.isula.example"]);
        assert!(rules.accepts("https://a.b.isula.example"));
        for address in ["https://evil.example\\.isula.example", "https://evil.example\t.isula.example"] {
            assert!(!rules.accepts(address), "{address}");
        }
    }

    #[test]
    fn parameters_are_added_to_an_address() {
        assert_eq!(
            with_query("https://a.example/p?x=1#y", &[("code", "a b")]),
            "https://a.example/p?x=1&code=a+b#y"
        );
        let parameters = [("type", "signup"), ("access_token", "t")];
        assert_eq!(
            with_fragment("https://a.example/p#y", &parameters),
            "https://a.example/p#access_token=t&sb=&type=signup"
        );
    }
}
