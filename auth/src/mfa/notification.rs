//! Mails about factors that were added or removed, where they are configured.

use crate::app_state::AppState;
use crate::mail::{Email, EmailKind};
use crate::models::{Factor, User};

/// Mails that the factor was verified for the first time. A failure is logged. The caller holds no connection.
pub(crate) async fn enrolled(state: &AppState, user: &User, factor: &Factor) {
    if state.settings.mfa.notifies_enrolled {
        let factor_type = factor.factor_type.name();
        send(state, user, EmailKind::MfaFactorEnrolled { factor_type }).await;
    }
}

/// Mails that the factor was removed. A failure is logged. The caller holds no connection.
pub(crate) async fn unenrolled(state: &AppState, user: &User, factor: &Factor) {
    if state.settings.mfa.notifies_unenrolled {
        let factor_type = factor.factor_type.name();
        send(state, user, EmailKind::MfaFactorUnenrolled { factor_type }).await;
    }
}

async fn send(state: &AppState, user: &User, kind: EmailKind<'_>) {
    let Some(address) = &user.email else { return };
    if let Err(error) = state.mailer.send(&Email::notification(kind, user, address)).await {
        tracing::warn!(%error, "a notification was not sent");
    }
}
