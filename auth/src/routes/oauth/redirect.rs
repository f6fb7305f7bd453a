//! The address that returns a browser to the client (RFC 6749, section 4.1.2).

use crate::redirect::with_query;

/// `redirect_uri` with a code.
pub(super) fn with_code(redirect_uri: &str, code: &str, state: Option<&str>) -> String {
    with_query(redirect_uri, &with_state(vec![("code", code)], state))
}

/// `redirect_uri` with an error.
pub(super) fn with_error(redirect_uri: &str, error: &str, description: &str, state: Option<&str>) -> String {
    let parameters = vec![("error", error), ("error_description", description)];
    with_query(redirect_uri, &with_state(parameters, state))
}

/// The client recognises its request by its state.
fn with_state<'a>(
    mut parameters: Vec<(&'a str, &'a str)>,
    state: Option<&'a str>,
) -> Vec<(&'a str, &'a str)> {
    parameters.extend(state.filter(|state| !state.is_empty()).map(|state| ("state", state)));
    parameters
}
