#!/usr/bin/env bash
# Runs a spec in shards on a cluster, then merges them: ./submit.sh SPEC DIR [SHARDS] [OPTION OF SBATCH…]
#
#   ./submit.sh my.toml results 64 --time=12:00:00 --partition=spare
#
# DIR is seen by all nodes, and holds the parts of this one run alone. Prints the numbers of both jobs.
set -euo pipefail

spec=${1:?./submit.sh SPEC DIR [SHARDS] [OPTION OF SBATCH…]}
out=${2:?./submit.sh SPEC DIR [SHARDS] [OPTION OF SBATCH…]}
shards=${3:-8}
options=("${@:4}")
here=$(cd "$(dirname "$0")" && pwd)

array=$(sbatch --parsable --array="1-$shards" "${options[@]}" "$here/array.sbatch" "$spec" "$out")
# With several clusters the number comes with the name of one.
array=${array%%;*}
# The merge waits for all shards, those that are queued again included; it is dropped if one fails.
merge=$(sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes "$here/merge.sbatch" "$out")
echo "shards: job $array; merge: job ${merge%%;*}"
