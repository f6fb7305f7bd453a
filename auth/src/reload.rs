//! Takes changed settings on SIGHUP without dropping a request: requests in progress finish with the earlier state,
//! later ones get the new one.
//!
//! A process cannot see changes of its environment, so the variables may also come from a file: `GOTRUE_CONFIG_FILE`,
//! with lines of the form `NAME=value`. They override the environment.

use std::rc::Rc;
use std::sync::{Arc, PoisonError, RwLock};

use actix_web::body::MessageBody;
use actix_web::dev::{Extensions, ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Data;
use service_kit::environment::{Environment, EnvironmentError};
use tokio::signal::unix::{SignalKind, signal};

use crate::app_state::AppState;
use crate::settings::ALIASES;

const FILE: &str = "GOTRUE_CONFIG_FILE";

/// The state that new requests get.
#[derive(Clone)]
pub(crate) struct CurrentState(Arc<RwLock<Data<AppState>>>);

impl CurrentState {
    pub fn new(state: AppState) -> CurrentState {
        CurrentState(Arc::new(RwLock::new(Data::new(state))))
    }

    fn get(&self) -> Data<AppState> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn reload(&self, environment: &Environment) -> Result<(), EnvironmentError> {
        let next = self.get().reloaded(&with_file(environment)?)?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Data::new(next);
        Ok(())
    }

    /// Reloads on every SIGHUP, until the process ends. Settings that cannot be used are logged and change nothing.
    ///
    /// # Errors
    /// When the signal's handler cannot be installed. Must be called within actix's runtime.
    pub fn reload_on_hangup(&self, environment: &Environment) -> std::io::Result<()> {
        let mut hangups = signal(SignalKind::hangup())?;
        let (current, environment) = (self.clone(), environment.clone());
        actix_web::rt::spawn(async move {
            while hangups.recv().await.is_some() {
                let (current, environment) = (current.clone(), environment.clone());
                let reloading = move || current.reload(&environment).map_err(|error| error.to_string());
                match tokio::task::spawn_blocking(reloading).await {
                    Ok(Ok(())) => tracing::info!("the settings have been read again"),
                    Ok(Err(error)) => tracing::error!("the settings stay as they were: {error}"),
                    Err(error) => tracing::error!("the settings stay as they were: {error}"),
                }
            }
        });
        Ok(())
    }
}

/// Middleware: gives the request the state of its start, with the public address of the host that it was sent to.
pub(crate) async fn use_current_state<B: MessageBody>(
    current: Data<CurrentState>,
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, actix_web::Error> {
    let mut state = current.get();
    if let Some(url) = state.settings.proxy.external_url(request.headers()) {
        state = Data::new(state.with_external_url(&url));
    }
    let mut extensions = Extensions::new();
    extensions.insert(state);
    request.add_data_container(Rc::new(extensions));
    next.call(request).await
}

/// The environment with the variables of the file, if it names one.
///
/// # Errors
/// When the file cannot be read, or a line has another form.
pub(crate) fn with_file(environment: &Environment) -> Result<Environment, EnvironmentError> {
    let Some(path) = environment.optional(FILE) else { return Ok(environment.clone()) };
    let text = std::fs::read_to_string(path)
        .map_err(|cause| EnvironmentError::Unusable { name: FILE, cause: cause.into() })?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let pairs = lines.map(|line| variable(line.strip_prefix("export ").unwrap_or(line)));
    let expected = "a file with lines of the form NAME=value";
    let pairs: Vec<_> =
        pairs.collect::<Option<_>>().ok_or(EnvironmentError::Invalid { name: FILE, expected })?;
    // With the aliases, so that a variable of the file counts under both names.
    let from_file = Environment::from_pairs(pairs).with_aliases(ALIASES);
    Ok(environment.with(from_file.into_pairs()))
}

/// A variable of a line. A value in double quotes has the escapes of JSON.
fn variable(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    let value = match value.strip_prefix('\'') {
        Some(rest) => rest.strip_suffix('\'')?.to_owned(),
        None if value.starts_with('"') => serde_json::from_str(value).ok()?,
        None => value.to_owned(),
    };
    (!name.is_empty()).then(|| (name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_name_and_a_value_with_or_without_quotes() {
        let value = |line: &str| variable(line).map(|(_, value)| value);
        assert_eq!(value("A=b=c").as_deref(), Some("b=c"));
        assert_eq!(value(r#"A = "b\nc""#).as_deref(), Some("b\nc"));
        assert_eq!(value("A='b \"c'").as_deref(), Some("b \"c"));
        assert_eq!(value("A=").as_deref(), Some(""));
        for invalid in ["A", "=b", r#"A="b"#, "A='b"] {
            assert_eq!(value(invalid), None, "{invalid}");
        }
    }
}
