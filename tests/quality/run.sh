#!/usr/bin/env bash
# Scores the extractors on the gold sets that lie beside the repository. They are not part of it: without them there is nothing to do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
gold=../shared/gold
if [ ! -f "$gold/evaluate.py" ]; then
  echo "no gold sets at $gold: nothing was measured" >&2
  exit 0
fi
for task in dates holidays; do
  python3 "$gold/evaluate.py" "$gold" inputs "$task" |
    node dist/pipelines/cli/main.js extract "$task" >"dist/quality-$task.jsonl"
  echo "$task: $(python3 "$gold/evaluate.py" "$gold" score "$task" "dist/quality-$task.jsonl" | tail -n 1)"
done
