//! The bare server: sends every message to all connections of the path, encoded once, and does nothing else. It uses the
//! WebSocket crate and the HTTP server of the service.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

use actix_http::Response;
use actix_http::ws::{Codec, Frame, Message, handshake};
use actix_web::body::{BodyStream, BoxBody};
use actix_web::web::{self, Data, Payload};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_util::codec::{Decoder, Encoder};

use super::LoadError;

type Rooms = Mutex<HashMap<String, Vec<UnboundedSender<Bytes>>>>;

pub fn serve() -> Result<(), LoadError> {
    let rooms = Data::new(Rooms::default());
    actix_web::rt::System::new().block_on(async move {
        let server = HttpServer::new(move || {
            App::new().app_data(rooms.clone()).default_service(web::get().to(connect))
        });
        let server = server.bind("127.0.0.1:0")?;
        println!("{}", serde_json::json!({ "address": server.addrs()[0].to_string() }));
        Ok(server.run().await?)
    })
}

async fn connect(request: HttpRequest, mut payload: Payload, rooms: Data<Rooms>) -> HttpResponse {
    let mut response = match handshake(request.head()) {
        Ok(response) => response,
        Err(error) => return HttpResponse::from(Response::<BoxBody>::from(error)),
    };
    let (sender, mut frames) = unbounded_channel::<Bytes>();
    let room = request.path().to_owned();
    lock(&rooms).entry(room.clone()).or_default().push(sender);
    actix_web::rt::spawn(async move {
        let (mut codec, mut buffer) = (Codec::new(), BytesMut::new());
        while let Some(Ok(bytes)) = payload.next().await {
            buffer.extend_from_slice(&bytes);
            while let Ok(Some(frame)) = codec.decode(&mut buffer) {
                let Frame::Text(text) = frame else { continue };
                let mut encoded = BytesMut::new();
                let text = String::from_utf8_lossy(&text).into_owned();
                if Codec::new().encode(Message::Text(text.into()), &mut encoded).is_err() {
                    continue;
                }
                let encoded = encoded.freeze();
                if let Some(members) = lock(&rooms).get_mut(&room) {
                    members.retain(|member| member.send(encoded.clone()).is_ok());
                }
            }
        }
    });
    let frames = futures_util::stream::poll_fn(move |context| {
        frames.poll_recv(context).map(|frame| frame.map(Ok::<Bytes, Infallible>))
    });
    HttpResponse::from(response.body(BodyStream::new(frames)).map_into_boxed_body())
}

fn lock(rooms: &Rooms) -> std::sync::MutexGuard<'_, HashMap<String, Vec<UnboundedSender<Bytes>>>> {
    rooms.lock().unwrap_or_else(PoisonError::into_inner)
}
