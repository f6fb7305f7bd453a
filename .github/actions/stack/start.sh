#!/usr/bin/env bash
# Starts a stack in the background, waits until its services answer, and hands its addresses and keys to the steps after
# this one. The inputs of action.yml are in INPUT_… variables.
set -euo pipefail

repository=$(cd "$(dirname "$0")/../../.." && pwd)
program=${INPUT_PROGRAM:-}
if [ -z "$program" ]; then
  services=(-p rest-gateway -p auth -p storage -p realtime -p mail-catcher)
  (cd "$repository" && .ci/postgres && cargo build --profile up --locked "${services[@]}" --bins) >&2
  program=$repository/target/up/rest-gateway
fi
data=${INPUT_DATA:-${RUNNER_TEMP:-/tmp}/supabase-stack}
# Later steps may run in other folders.
case $data in /*) ;; *) data=$PWD/$data ;; esac
arguments=(up --detach --wait --workdir "${INPUT_WORKING_DIRECTORY:-.}" --data "$data")
if [ -n "${INPUT_PORT:-}" ]; then
  arguments+=(--port "$INPUT_PORT")
fi
"$program" "${arguments[@]}"

# One line for each value: its name, and the value, which contains no line end.
"$program" status -o json --data "$data" |
  node -e 'for (const [name, value] of Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8")))) console.log(`${name} ${value}`)' |
  while read -r name value; do
    case $name in
      *KEY | *SECRET | *PASSWORD | DB_URL) if [ -n "$value" ]; then echo "::add-mask::$value"; fi ;;
    esac
    output=$(tr 'A-Z_' 'a-z-' <<<"$name")
    echo "$output=$value" >>"$GITHUB_OUTPUT"
    if [ "${INPUT_EXPORT:-true}" = true ]; then
      echo "$name=$value" >>"$GITHUB_ENV"
    fi
  done
{
  echo "data=$data"
  echo "program=$program"
} >>"$GITHUB_OUTPUT"
