//! Pages of lists: the parameters `page`, `per_page` and `sort`, and the headers `X-Total-Count` and `Link`.

use std::collections::BTreeMap;

use actix_web::http::header::LINK;
use actix_web::{HttpRequest, HttpResponseBuilder};
use url::form_urlencoded;

use crate::database::Direction;
use crate::error::{Error, Result};

const DEFAULT_PER_PAGE: i64 = 50;
/// The most rows of a page.
const MAX_PER_PAGE: i64 = 1000;

/// A page of a list, from 1.
#[derive(Clone, Copy)]
pub(super) struct Pagination {
    page: i64,
    per_page: i64,
}

impl Pagination {
    /// Numbers are texts, because auth-js sends an empty one for a number that it leaves out.
    ///
    /// # Errors
    /// 400 for a text that is not a number, and for a negative number.
    pub fn parse(page: &str, per_page: &str) -> Result<Pagination> {
        Pagination::parse_or(page, per_page, DEFAULT_PER_PAGE)
    }

    /// As [`Pagination::parse`], with the size of a page for requests that do not name one.
    ///
    /// # Errors
    /// As for [`Pagination::parse`].
    pub fn parse_or(page: &str, per_page: &str, default: i64) -> Result<Pagination> {
        let per_page = number(per_page, default)?.clamp(1, MAX_PER_PAGE);
        Ok(Pagination { page: number(page, 1)?.max(1), per_page })
    }

    pub fn limit(self) -> i64 {
        self.per_page
    }

    pub fn offset(self) -> i64 {
        (self.page - 1).saturating_mul(self.per_page)
    }

    /// Adds the headers for a list of `total` rows. The links keep the request's other parameters, e.g. a filter.
    pub fn add_headers(self, response: &mut HttpResponseBuilder, request: &HttpRequest, total: i64) {
        let last = (total + self.per_page - 1) / self.per_page;
        let link = |page: i64, rel| format!("<{}>; rel=\"{rel}\"", page_address(request, page));
        let mut links = Vec::new();
        if self.page < last {
            links.push(link(self.page + 1, "next"));
        }
        links.push(link(last.max(1), "last"));
        response.insert_header(("X-Total-Count", total.to_string())).insert_header((LINK, links.join(", ")));
    }
}

/// The direction in which a list is sorted by `created_at`, its only field: `sort=created_at asc`. Descending by default.
///
/// # Errors
/// 400 for another field or direction.
pub(super) fn direction(request: &HttpRequest) -> Result<Direction> {
    let rejected = |reason: String| Error::invalid(format!("Bad Sort Parameters: {reason}"));
    let parameters = form_urlencoded::parse(request.query_string().as_bytes());
    let mut first = None;
    for (_, value) in parameters.filter(|(name, _)| name == "sort") {
        let (field, direction) = value.split_once(' ').unwrap_or((&value, "desc"));
        if field != "created_at" {
            return Err(rejected(format!("bad field for sort '{field}'")));
        }
        let direction = match direction.to_ascii_lowercase().as_str() {
            "asc" => Direction::Ascending,
            "desc" => Direction::Descending,
            _ => {
                let reason = format!("bad direction for sort '{direction}', only 'asc' and 'desc' allowed");
                return Err(rejected(reason));
            }
        };
        // A list that is sorted by a field is not sorted by the same field again.
        first.get_or_insert(direction);
    }
    Ok(first.unwrap_or(Direction::Descending))
}

/// The address of another page of the same list.
fn page_address(request: &HttpRequest, page: i64) -> String {
    let query = form_urlencoded::parse(request.query_string().as_bytes());
    let mut parameters: BTreeMap<_, _> = query.into_owned().collect();
    parameters.insert("page".to_owned(), page.to_string());
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
    format!("{}?{query}", request.path())
}

fn number(text: &str, default: i64) -> Result<i64> {
    if text.is_empty() {
        return Ok(default);
    }
    let rejected = |reason: &dyn std::fmt::Display| {
        Error::invalid(format!("Bad Pagination Parameters: {text:?}: {reason}"))
    };
    match text.parse::<i64>() {
        Ok(number) if number < 0 => Err(rejected(&"a negative number")),
        Ok(number) => Ok(number),
        Err(error) => Err(rejected(&error)),
    }
}
