//! The page to which a browser is sent.

use serde_json::{Value, json};
use service_test::Response;
use url::{Url, form_urlencoded};

/// The page that a sign-in ends on.
pub struct Page {
    pub address: String,
    query: Vec<(String, String)>,
    pub fragment: Vec<(String, String)>,
}

impl Page {
    pub fn parse(location: &str) -> Page {
        let url = Url::parse(location).unwrap();
        let pairs = |text: Option<&str>| {
            form_urlencoded::parse(text.unwrap_or_default().as_bytes()).into_owned().collect()
        };
        let (query, fragment) = (pairs(url.query()), pairs(url.fragment()));
        Page { address: url[..url::Position::AfterPath].to_owned(), query, fragment }
    }

    /// A parameter of the query.
    pub fn query(&self, name: &str) -> &str {
        find(&self.query, name).unwrap_or_default()
    }

    /// A parameter of the fragment.
    pub fn fragment(&self, name: &str) -> &str {
        find(&self.fragment, name).unwrap_or_default()
    }

    /// The session in the fragment, as far as tests need it.
    pub fn session(&self) -> Value {
        assert_eq!(self.fragment("error_description"), "");
        json!({ "access_token": self.fragment("access_token"), "refresh_token": self.fragment("refresh_token") })
    }
}

fn find<'a>(pairs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// Where a response redirects to.
pub fn location(response: &Response) -> &str {
    response.headers["location"].to_str().unwrap()
}
