//! Functions in TypeScript under `up`, each a process of Deno.

use crate::postgrest_server::eventually;
use crate::running::{Place, Stack};
use futures_util::{SinkExt, StreamExt};
use hyper::StatusCode;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Only functions.
pub const CONFIG: &str = "[auth]\nenabled = false\n[storage]\nenabled = false\n";

/// A project with these files in `supabase/functions`.
fn project(config: &str, files: &[(&str, &str)]) -> Place {
    let place = Place::without_config();
    fs::create_dir_all(place.path().join("supabase/functions")).unwrap();
    fs::write(place.path().join("supabase/config.toml"), format!("{CONFIG}{config}")).unwrap();
    files.iter().for_each(|(name, content)| write(&place, name, content));
    place
}

pub fn write(place: &Place, name: &str, content: &str) {
    let path = place.path().join("supabase/functions").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

pub fn start(place: &Place) -> Stack {
    let mut up = place.up_command();
    up.env("PATH", path_with(Some(&deno_folder())));
    place.start_by(up)
}

/// Where `just deno` installs it.
fn deno_folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/deno/node_modules/.bin");
    assert!(folder.join("deno").exists(), "`just deno` installs Deno");
    folder
}

/// The PATH of this process without a machine's own Deno.
pub fn path_with(folder: Option<&Path>) -> OsString {
    let path = std::env::var_os("PATH").unwrap();
    let others = std::env::split_paths(&path).filter(|folder| !folder.join("deno").exists());
    std::env::join_paths(folder.map(Path::to_owned).into_iter().chain(others)).unwrap()
}

async fn json_of(stack: &Stack, path: &str) -> Value {
    let (status, text) = stack.get(path).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_sees_what_supabase_shows_it() {
    let place = project(
        "[edge_runtime.secrets]\ngreeting = \"from the configuration\"\n[functions.hello.env]\nOWN = \"hello's\"\n\
         [functions.other]\nverify_jwt = false\n",
        &[
            (
                "_shared/cors.ts",
                "export const cors = { 'Access-Control-Allow-Origin': 'https://app.example' };",
            ),
            (
                "hello/index.ts",
                "import { cors } from '../_shared/cors.ts';\n\
                 Deno.serve({ port: 8000 }, async (request: Request) => Response.json(\n\
                   { url: request.url, body: await request.text(), variables: Deno.env.toObject() }, { headers: cors }));",
            ),
            ("other/index.ts", "export default { fetch: () => Response.json(Deno.env.get('GREETING')) };"),
            ("old/index.ts", "Deno.serve(() => new Response('answers'));"),
            (".env", "GREETING='from the file'\nSUPABASE_URL=https://elsewhere.example\n"),
        ],
    );
    let stack = start(&place);
    let answer = json_of(&stack, "/functions/v1/hello/menu?day=monday").await;
    let url = stack.value("API_URL");
    assert_eq!(answer["url"], json!(format!("{url}/hello/menu?day=monday")));
    let variables = &answer["variables"];
    assert_eq!(variables["GREETING"], "from the file");
    assert_eq!(variables["OWN"], "hello's");
    assert_eq!(variables["SUPABASE_URL"], json!(url));
    assert_eq!(variables["SUPABASE_ANON_KEY"], json!(stack.value("ANON_KEY")));
    let database = variables["SUPABASE_DB_URL"].as_str().unwrap();
    assert!(database.starts_with(stack.value("DB_URL")), "{database}");
    for hidden in ["HOME", "PATH", "SOCKET", "DENO_DIR"] {
        assert_eq!(variables[hidden], Value::Null, "{hidden}");
    }
    assert_eq!(json_of(&stack, "/functions/v1/other").await, "from the file");
    assert_eq!(
        stack.get("/functions/v1/old").await,
        (StatusCode::OK, "answers".to_owned()),
        "not configured"
    );
    assert_eq!(stack.get("/functions/v1/_shared").await.0, StatusCode::NOT_FOUND);
    assert!(stack.log().contains("SUPABASE_URL is left out"), "{}", stack.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_a_source_reaches_the_next_requests() {
    let place = project("", &[("menu/index.ts", "Deno.serve(() => new Response('fiadone'));")]);
    let stack = start(&place);
    assert_eq!(stack.get("/functions/v1/menu").await.1, "fiadone");
    write(&place, "menu/index.ts", "Deno.serve(() => new Response('canistrelli'));");
    eventually(async || stack.get("/functions/v1/menu").await.1 == "canistrelli").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_with_an_error_in_its_source_answers_when_it_is_mended() {
    let place = project("", &[("menu/index.ts", "Deno.serve(() => new Response(;")]);
    let stack = start(&place);
    let (status, text) = stack.get("/functions/v1/menu").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(text.contains("BOOT_ERROR"), "{text}");
    assert!(stack.log().contains("menu/index.ts"), "the place of the error: {}", stack.log());
    write(&place, "menu/index.ts", "Deno.serve(() => new Response('fiadone'));");
    eventually(async || stack.get("/functions/v1/menu").await.0 == StatusCode::OK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exception_fails_its_request_alone() {
    let place = project(
        "",
        &[(
            "menu/index.ts",
            "Deno.serve((request) => { if (request.url.endsWith('/fail')) throw new Error('no flour'); return new Response('fiadone'); });",
        )],
    );
    let stack = start(&place);
    assert_eq!(
        stack.get("/functions/v1/menu/fail").await,
        (StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error".to_owned())
    );
    assert_eq!(stack.get("/functions/v1/menu").await, (StatusCode::OK, "fiadone".to_owned()));
    assert!(stack.log().contains("no flour"), "{}", stack.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn work_in_the_background_is_finished_when_the_stack_stops() {
    let place = project(
        "",
        &[(
            "order/index.ts",
            "Deno.serve((request) => {\n\
               const file = new URL(request.url).searchParams.get('file');\n\
               const stopping = new Promise((stop) => addEventListener('beforeunload', (event) => stop(event.detail.reason)));\n\
               EdgeRuntime.waitUntil(stopping.then((reason) => Deno.writeTextFile(file, reason)));\n\
               return new Response('accepted');\n\
             });",
        )],
    );
    let mut stack = start(&place);
    let file = place.path().join("order");
    let answer = stack.get(&format!("/functions/v1/order?file={}", file.display())).await;
    assert_eq!(answer, (StatusCode::OK, "accepted".to_owned()));
    assert!(stack.end("TERM").success());
    assert_eq!(fs::read_to_string(file).unwrap(), "termination");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_serve_of_older_functions_needs_no_download() {
    let serve = |from: &str, answer: &str| {
        format!(
            "import {{ type ConnInfo, serve }} from '{from}';\n{answer}\n\
             serve(async (request: Request, info: ConnInfo) => new Response(`${{answer}} ${{await request.text()}} ${{info.remoteAddr.transport}}`));"
        )
    };
    let url = "https://deno.land/std@0.168.0/http/server.ts";
    let place = project(
        "",
        &[
            ("old/index.ts", &serve(url, "const answer = 'old';")),
            ("mapped/index.ts", &serve("std/http/server.ts", "import { answer } from 'menu';")),
            (
                "mapped/deno.json",
                "{ \"imports\": { // with a comment\n\"std/\": \"https://deno.land/std@0.177.0/\", \"menu\": \"./menu.ts\", } }",
            ),
            ("mapped/menu.ts", "export const answer = 'mapped';"),
        ],
    );
    let mut up = place.up_command();
    // Nothing can be downloaded.
    up.env("PATH", path_with(Some(&deno_folder()))).env("HTTPS_PROXY", "http://127.0.0.1:1");
    let stack = place.start_by(up);
    for name in ["old", "mapped"] {
        let answer = stack.get(&format!("/functions/v1/{name}")).await;
        assert_eq!(answer, (StatusCode::OK, format!("{name}  tcp")), "{}", stack.log());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_can_speak_websocket() {
    let place = project(
        "[functions.echo]\nverify_jwt = false\n",
        &[(
            "echo/index.ts",
            "Deno.serve((request) => {\n\
               const { socket, response } = Deno.upgradeWebSocket(request);\n\
               socket.onmessage = (event) => socket.send(`${event.data} from ${new URL(request.url).pathname}`);\n\
               return response;\n\
             });",
        )],
    );
    let stack = start(&place);
    let url = format!("{}/functions/v1/echo/room", stack.value("API_URL").replacen("http", "ws", 1));
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    socket.send("salute".into()).await.unwrap();
    let answer = socket.next().await.unwrap().unwrap();
    assert_eq!(answer.to_text().unwrap(), "salute from /echo/room");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_deno_the_functions_are_named() {
    let place = project("", &[("menu/index.ts", "Deno.serve(() => new Response('fiadone'));")]);
    let mut up: Command = place.up_command();
    up.env("PATH", path_with(None)).env("HOME", place.path());
    let stack = place.start_by(up);
    assert!(stack.log().contains("so these are not served: menu"), "{}", stack.log());
    assert_eq!(stack.get("/functions/v1/menu").await.0, StatusCode::NOT_FOUND);
}
