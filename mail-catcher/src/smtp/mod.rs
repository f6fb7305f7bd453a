//! The SMTP server: takes mails from clients on this machine.

mod session;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::store::Store;

/// Clients at the same time. Others wait.
const MAX_CLIENTS: usize = 16;
/// The wait after the system has refused a connection, e.g. for want of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Listens on `address` and serves clients in the background.
///
/// # Errors
/// When the address cannot be bound.
pub(crate) fn listen(address: SocketAddr, store: Store) -> std::io::Result<()> {
    let listener = std::net::TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    actix_web::rt::spawn(accept(listener, store));
    Ok(())
}

async fn accept(listener: TcpListener, store: Store) {
    if let Ok(address) = listener.local_addr() {
        tracing::info!(smtp_address = %address, "listening for mails");
    }
    let clients = Arc::new(Semaphore::new(MAX_CLIENTS));
    loop {
        let Ok(permit) = Arc::clone(&clients).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let store = store.clone();
                actix_web::rt::spawn(async move {
                    if let Err(error) = session::serve(stream, &store).await {
                        tracing::debug!("the client is gone: {error}");
                    }
                    drop(permit);
                });
            }
            Err(error) => {
                tracing::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}
