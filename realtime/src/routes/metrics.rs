//! `GET /metrics`, also with a region: counters of this process for Prometheus. The gateway does not pass it on.

use std::sync::atomic::Ordering;

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::administrator::Administrator;
use crate::app_state::AppState;
use crate::cluster::{dropped_messages, rejected_messages};
use crate::metrics::Exposition;
use crate::queue::dropped_frames;

const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

pub(super) async fn show(_: Administrator, state: Data<AppState>) -> HttpResponse {
    let (metrics, rates) = (&state.metrics, &state.rates);
    let mut text = Exposition::default();
    let connected = metrics.connected.load(Ordering::Relaxed);
    text.gauge("realtime_connections_connected", "Sockets that are open.", connected);
    text.gauge("realtime_users", "Sockets with a channel.", state.users.own() as u64);
    text.counter("realtime_channel_joins", "Joins.", rates.joins.total());
    text.counter("realtime_channel_events", "Broadcasts, accepted and delivered.", rates.events.total());
    text.counter(
        "realtime_channel_presence_events",
        "Presence calls, and the diffs delivered.",
        rates.presence.total(),
    );
    text.counter("realtime_channel_db_events", "Changes of tables, delivered.", rates.changes.total());
    text.counter(
        "realtime_channel_input_bytes",
        "Bytes of clients' messages.",
        metrics.input_bytes.load(Ordering::Relaxed),
    );
    text.counter("realtime_dropped_frames", "Frames lost by slow readers.", dropped_frames());
    text.counter("realtime_cluster_dropped", "Messages that did not reach other nodes.", dropped_messages());
    text.counter(
        "realtime_cluster_rejected",
        "Messages on the channel of the cluster without a valid MAC.",
        rejected_messages(),
    );
    text.gauge("realtime_cluster_nodes", "Nodes of the cluster.", 1 + state.reader.peers().len() as u64);
    text.gauge(
        "realtime_replication_reader",
        "Whether this node reads changes.",
        state.reader.is_own().into(),
    );
    HttpResponse::Ok().content_type(CONTENT_TYPE).body(text.into_text())
}
