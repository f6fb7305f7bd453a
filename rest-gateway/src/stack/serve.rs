//! `serve --config`: the front door, its functions and storage, on an external database and an external S3 server.

use super::auth::settings::AuthSettings;
use super::context::StackContext;
use super::data_folder::user_cache::user_cache;
use super::error::StackError;
use super::front::Front;
use super::functions::script_functions;
use super::functions::serve_overrides::ServeOverrides;
use super::keys::Keys;
use super::keys::live_keys::LiveKeys;
use super::services::connections;
use super::services::listeners::Listeners;
use super::services::rate_limit_check;
use super::shutdown::Shutdown;
use crate::config::Config;
use crate::function_host::Service;
use crate::signals::Signals;
use crate::terminal::print;

/// Serves until a termination signal. A second signal ends the process at once. SIGHUP reads the configuration again, as
/// it does for other daemons.
///
/// # Errors
/// When a setting is missing or something cannot be started.
pub async fn serve(
    config: Config,
    port: Option<u16>,
    log_level: String,
    signals: &mut Signals,
) -> Result<(), StackError> {
    signals.reload_on_hangup();
    rate_limit_check::warn_about_wide_limits(&config);
    let keys = Keys::configured(&config)?;
    let db_url = config.db.direct_url().ok_or_else(|| StackError::missing(&config, "[db] url"))?.0.clone();
    let listeners = Listeners::bind(&config, port)?;
    let url = listeners.local_url(config.api.host);
    let live_keys = LiveKeys::start(&keys).map_err(StackError::LiveKeys)?;
    let context = StackContext {
        config: &config,
        keys: &keys,
        live_keys: &live_keys,
        url: &url,
        db_url: &db_url,
        pooler_url: config.db.pooler_url().map(|url| url.0.as_str()),
        log_level: &log_level,
        mail_catcher: None,
    };
    let mut services: Vec<Service> = external_storage(&context)?.into_iter().collect();
    let auth_settings = AuthSettings::of_stack(&context).map_err(StackError::AuthSettings)?;
    if let Some(settings) = &auth_settings {
        services.push(context.auth(settings)?);
    }
    services.extend(context.realtime()?);
    let deno = script_functions::prepare(&config, || user_cache().map(|cache| cache.join("deno")))
        .map_err(StackError::Deno)?;
    services.extend(context.functions(deno.as_ref(), &ServeOverrides::default())?);
    let opening = async {
        connections::assign_pool_sizes(&context, &mut services).await;
        let shutdown = Shutdown::of_serve(&config.api);
        Front::open(&context, listeners, services, auth_settings, None, shutdown).await
    };
    let front = tokio::select! {
        front = opening => front?,
        () = signals.next() => return Ok(()),
    };
    print(&format!("Listening on {url}\n"));
    front.run(signals).await;
    tokio::select! {
        () = front.stop() => Ok(()),
        () = signals.next() => std::process::exit(130),
    }
}

/// The storage service over the configured S3 server.
fn external_storage(context: &StackContext<'_>) -> Result<Option<Service>, StackError> {
    let storage = &context.config.storage;
    if !storage.enabled {
        return Ok(None);
    }
    let missing = || StackError::missing(context.config, "[storage.s3] endpoint");
    let endpoint = storage.s3.endpoint.as_ref().ok_or_else(missing)?;
    Ok(Some(context.storage(&endpoint.0)?))
}
