#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Usage: limited.sh BYTES COMMAND
# Runs COMMAND by a shell in a control group of its own whose memory is limited: of version
# 2 by memory.high, above which the kernel takes pages back and lets the group wait; of
# version 1 by a hard limit, above which it takes back what it can and then kills. Needs the
# right to make a group; exits with 77 where there is none, else as COMMAND does.
set -u

fail() # WORDS
{
	echo "limited.sh: $*" >&2
	exit 77
}
[ $# -eq 2 ] || {
	sed -n '/^# Usage/,/^[^#]/s/^# \{0,1\}//p' "$0"
	exit 2
}
root=${CGROUP_ROOT-/sys/fs/cgroup}
name=aisp-limited-$$
if grep -qw memory "$root/cgroup.subtree_control" 2>/dev/null; then
	group=$root/$name file=memory.high
elif [ -d "$root/memory" ]; then
	group=$root/memory/$name file=memory.limit_in_bytes
else
	fail "no control group here limits memory for its children: $root"
fi
mkdir "$group" 2>/dev/null || fail "a group cannot be made in ${group%/*}; it takes root, and no container around"
trap 'rmdir "$group" 2>/dev/null' EXIT
echo "$1" > "$group/$file" || fail "the kernel refuses $1 in $file"
# The inner shell is the group's first process, and becomes COMMAND's.
sh -c 'echo $$ > "$1/cgroup.procs" && exec sh -c "$2"' sh "$group" "$2"
