#!/bin/sh
# Runs a command in this process group and ends the whole group, its forked workers too, as soon as standard input closes: that
# is when the test that started it is over or has crashed. The folder given first is removed then.
dir=$1
shift
"$@" </dev/null &
child=$!
cat >/dev/null
# PHP's server waits for its workers on INT only; after TERM they would stay behind as zombies.
trap '' INT
kill -INT 0
for _ in 1 2 3 4 5 6 7 8 9 10; do
  kill -0 "$child" 2>/dev/null || break
  sleep 0.1
done
rm -rf -- "$dir"
kill -KILL 0
