//! `functions new`, `list` and `serve`, and how a running stack follows changes of a project's functions.

use crate::postgrest_server::eventually;
use crate::processes::signal;
use crate::project::{project, run, run_in};
use crate::running::{PROGRAM, Place, Stack};
use crate::script_functions::{CONFIG, path_with, start, write};
use hyper::StatusCode;
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

/// A program that answers with some of its variables.
const PRINTS_VARIABLES: &str = "#!/usr/bin/env node\n\
    const { GREETING, SUPABASE_FUNCTION_SLUG: SLUG, SOCKET } = process.env;\n\
    const { createServer } = require('node:http');\n\
    createServer((_, answer) => answer.end(JSON.stringify({ GREETING, SLUG }))).listen(SOCKET);\n";

fn empty() -> Place {
    project(&[("config.toml", CONFIG)])
}

async fn until_answers(stack: &Stack, path: &str, expected: (StatusCode, &str)) {
    eventually(async || stack.get(path).await == (expected.0, expected.1.to_owned())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_function_answers_without_a_restart() {
    let place = empty();
    let stack = start(&place);
    let hello = "/functions/v1/hello";
    assert_eq!(stack.get(hello).await.0, StatusCode::NOT_FOUND);
    let created = run_in(place.path(), &["functions", "new", "hello"]);
    assert_eq!(created.output, "Created supabase/functions/hello\n", "{}", created.error);
    until_answers(&stack, hello, (StatusCode::OK, r#"{"message":"Hello world!"}"#)).await;
    assert_eq!(stack.post(hello, &json!({ "name": "Ange" })).await, json!({ "message": "Hello Ange!" }));

    let node = run_in(place.path(), &["functions", "new", "bonjour", "--node", "--no-verify-jwt"]);
    assert!(node.is_ok, "{}", node.error);
    until_answers(&stack, "/functions/v1/bonjour", (StatusCode::OK, r#"{"message":"Hello world!"}"#)).await;
    let listed = run(&place, &["functions", "list"]).output;
    let url = stack.value("FUNCTIONS_URL");
    assert_eq!(listed, format!("bonjour  open        {url}/bonjour\nhello    verify_jwt  {url}/hello\n"));

    fs::remove_dir_all(place.path().join("supabase/functions/hello")).unwrap();
    let config = place.path().join("supabase/config.toml");
    fs::write(&config, CONFIG).unwrap();
    for removed in [hello, "/functions/v1/bonjour"] {
        eventually(async || stack.get(removed).await.0 == StatusCode::NOT_FOUND).await;
    }
}

#[test]
fn a_function_is_not_created_twice_nor_outside_of_a_project() {
    let place = empty();
    assert!(run_in(place.path(), &["functions", "new", "hello", "--rust", "--no-build"]).is_ok);
    let files = ["Cargo.toml", "src/main.rs", ".gitignore"];
    assert!(files.iter().all(|file| place.path().join("supabase/functions/hello").join(file).is_file()));
    let config = fs::read_to_string(place.path().join("supabase/config.toml")).unwrap();
    assert!(config.ends_with("[functions.hello]\nenabled = true\nverify_jwt = true\nentrypoint = \"./functions/hello/target/release/hello\"\n"), "{config}");
    let twice = run_in(place.path(), &["functions", "new", "hello"]);
    assert!(twice.error.contains("supabase/functions/hello is there already"), "{}", twice.error);
    assert!(!run_in(place.path(), &["functions", "new", "../hello"]).is_ok);
    let product = Place::new();
    assert!(!run_in(product.path(), &["functions", "new", "hello"]).is_ok);
}

#[test]
#[ignore = "cargo fetches crates"]
fn the_template_in_rust_answers() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let place = empty();
    let created = run_in(place.path(), &["functions", "new", "hello", "--rust"]);
    assert!(created.is_ok, "{}", created.text());
    let stack = place.start();
    runtime.block_on(async {
        let answer = stack.post("/functions/v1/hello", &json!({ "name": "Ange" })).await;
        assert_eq!(answer, json!({ "message": "Hello Ange!" }));
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn any_program_can_be_a_function() {
    let config = format!("{CONFIG}[functions.menu]\nentrypoint = \"./functions/menu/main\"\n");
    let place = project(&[("config.toml", &config), ("functions/.env", "GREETING=salute\n")]);
    let program = place.path().join("supabase/functions/menu/main");
    let stack = start(&place);
    assert!(stack.log().contains("menu is not served, because there is no"), "{}", stack.log());
    fs::create_dir_all(program.parent().unwrap()).unwrap();
    fs::write(&program, PRINTS_VARIABLES).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let answer = r#"{"GREETING":"salute","SLUG":"menu"}"#;
    until_answers(&stack, "/functions/v1/menu", (StatusCode::OK, answer)).await;
    fs::write(place.path().join("supabase/functions/.env"), "GREETING=bonghjornu\n").unwrap();
    until_answers(&stack, "/functions/v1/menu", (StatusCode::OK, &answer.replace("salute", "bonghjornu")))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_the_settings_reaches_the_next_requests() {
    let function = "Deno.serve(() => new Response(Deno.env.get('GREETING') ?? 'none'));";
    let place = project(&[("config.toml", CONFIG), ("functions/menu/index.ts", function)]);
    let stack = start(&place);
    let menu = "/functions/v1/menu";
    assert_eq!(stack.get(menu).await.1, "none");
    write(&place, ".env", "GREETING=salute\n");
    until_answers(&stack, menu, (StatusCode::OK, "salute")).await;
    // A configuration that is invalid changes nothing.
    let config = place.path().join("supabase/config.toml");
    fs::write(&config, "[functions.menu]\nverify_jwt = 7\n").unwrap();
    eventually(async || stack.log().contains("the functions stay as they were")).await;
    assert_eq!(stack.get(menu).await.1, "salute");
    fs::write(&config, format!("{CONFIG}[functions.menu]\nenabled = false\n")).unwrap();
    eventually(async || stack.get(menu).await.0 == StatusCode::NOT_FOUND).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_policy_oneshot_each_request_gets_a_process() {
    let config = format!("{CONFIG}[edge_runtime]\npolicy = \"oneshot\"\n");
    let function = "let calls = 0; Deno.serve(() => new Response(String(++calls)));";
    let place = project(&[("config.toml", &config), ("functions/count/index.ts", function)]);
    let stack = start(&place);
    for _ in 0..3 {
        assert_eq!(stack.get("/functions/v1/count").await, (StatusCode::OK, "1".to_owned()));
    }
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(target_os = "linux")]
async fn a_function_in_an_endless_loop_is_killed() {
    let function = "Deno.serve((request) => { while (request.url.endsWith('/endless')); return new Response('well'); });";
    for policy in ["per_worker", "oneshot"] {
        let config = format!("{CONFIG}[edge_runtime]\npolicy = \"{policy}\"\n");
        let place = project(&[("config.toml", &config), ("functions/count/index.ts", function)]);
        let stack = start(&place);
        let (status, text) = stack.get("/functions/v1/count/endless").await;
        assert_eq!((status.as_u16(), text.contains("WORKER_LIMIT")), (546, true), "{policy}: {text}");
        assert_eq!(stack.get("/functions/v1/count").await, (StatusCode::OK, "well".to_owned()), "{policy}");
    }
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(target_os = "linux")]
async fn a_replaced_process_that_never_rests_is_ended() {
    let function = "Deno.serve(async (request) => {\n\
                      const folder = new URL(request.url).searchParams.get('folder');\n\
                      if (!folder) return new Response('earlier');\n\
                      await Deno.writeTextFile(`${folder}/arrived`, '');\n\
                      while (!(await Deno.stat(`${folder}/go`).catch(() => null))) await new Promise((next) => setTimeout(next, 10));\n\
                      for (;;);\n\
                    });";
    let place = project(&[("config.toml", CONFIG), ("functions/count/index.ts", function)]);
    let stack = start(&place);
    let path = format!("/functions/v1/count?folder={}", place.path().display());
    let replaced = async {
        eventually(async || place.path().join("arrived").exists()).await;
        write(&place, "count/index.ts", "Deno.serve(() => new Response('later'));");
        until_answers(&stack, "/functions/v1/count", (StatusCode::OK, "later")).await;
        fs::write(place.path().join("go"), "").unwrap();
    };
    let ((status, text), ()) = tokio::join!(stack.get(&path), replaced);
    assert_eq!((status.as_u16(), text.contains("WORKER_LIMIT")), (546, true), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn work_of_a_replaced_process_is_finished_when_the_stack_stops() {
    let order = "Deno.serve((request) => {\n\
                   const file = new URL(request.url).searchParams.get('file');\n\
                   const stopping = new Promise((stop) => addEventListener('beforeunload', () => setTimeout(stop, 300)));\n\
                   EdgeRuntime.waitUntil(stopping.then(() => Deno.writeTextFile(file, 'done')));\n\
                   return new Response('accepted');\n\
                 });";
    let place = project(&[("config.toml", CONFIG), ("functions/order/index.ts", order)]);
    let mut stack = start(&place);
    let file = place.path().join("order");
    assert_eq!(stack.get(&format!("/functions/v1/order?file={}", file.display())).await.1, "accepted");
    write(&place, "order/index.ts", "Deno.serve(() => new Response('later'));");
    until_answers(&stack, "/functions/v1/order", (StatusCode::OK, "later")).await;
    assert!(stack.end("TERM").success());
    assert_eq!(fs::read_to_string(file).unwrap(), "done");
}

#[tokio::test(flavor = "multi_thread")]
async fn serve_changes_the_functions_while_it_runs() {
    let function = "Deno.serve(() => { console.log('called'); return new Response(Deno.env.get('GREETING') ?? 'none'); });";
    let place = project(&[
        ("config.toml", CONFIG),
        ("functions/menu/index.ts", function),
        ("other.env", "GREETING=salute\n"),
    ]);
    let unstarted = run(&place, &["functions", "serve"]);
    assert!(unstarted.error.contains("no stack is running"), "{}", unstarted.error);
    let stack = start(&place);
    let menu = format!("{}/functions/v1/menu", stack.value("API_URL"));
    let open = async || crate::running::get(&menu, "no key").await;
    assert_eq!(open().await.0, StatusCode::UNAUTHORIZED);

    let mut serve = Command::new(PROGRAM);
    serve.args([
        "functions",
        "serve",
        "--data",
        "data",
        "--no-verify-jwt",
        "--env-file",
        "supabase/other.env",
    ]);
    serve.current_dir(place.path()).env("PATH", path_with(None)).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut serve = serve.spawn().unwrap();
    let mut lines = BufReader::new(serve.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert_eq!(lines.next().unwrap(), format!("Serving {menu}"));
    eventually(async || open().await == (StatusCode::OK, "salute".to_owned())).await;
    assert!(lines.any(|line| line.contains("called")), "the log is followed");
    let another = run(&place, &["functions", "serve"]);
    assert!(another.error.contains("another `functions serve`"), "{}", another.error);

    signal(serve.id(), "INT");
    assert!(serve.wait().unwrap().success());
    eventually(async || open().await.0 == StatusCode::UNAUTHORIZED).await;
    until_answers(&stack, "/functions/v1/menu", (StatusCode::OK, "none")).await;
}
