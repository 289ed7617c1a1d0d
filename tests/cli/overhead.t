#!/bin/sh
# SPDX-License-Identifier: MIT
#
# deploy/overhead.sh compares a command with itself behind walls, deploy/limited.sh limits
# the memory of one; where there are no such walls they say which. The words are tried with
# a runtime, an aisp and control groups that are none.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

mkdir "$scratch/bin" "$scratch/groups"
cat > "$scratch/bin/docker" <<'END'
#!/bin/sh
case $1 in
image) [ -e "$0.image" ] ;;
run)
	echo "$*" >> "$0.asked"
	while [ "$1" != sh ]; do shift; done
	"$@"
	;;
esac
END
cat > "$scratch/bin/aisp" <<'END'
#!/bin/sh
[ "$1" = cmd ] && [ "$(sh -c "$2")" = "$(sh -c "$3")" ] && echo "both: $(sh -c "$3")"
END
chmod +x "$scratch/bin/docker" "$scratch/bin/aisp"
walled() # WALL [COMMAND]
{
	PATH=$scratch/bin:$PATH AISP=$scratch/bin/aisp IMAGE=some:1 deploy/overhead.sh "$@"
}
gives 77 'docker has no image some:1' 'a runtime without the image' walled docker
: > "$scratch/bin/docker.image"
gives 0 "^both: it's \\\$2 3$" 'a command in a container' walled docker "echo \"it's\" '\$2' \$((1 + 2))"
gives 0 'run --rm --network none .*/host:ro .* some:1 chroot /host sh -c ' 'from the files of this machine' cat "$scratch/bin/docker.asked"
printf '#!/bin/sh\nexit 1\n' > "$scratch/bin/docker"
gives 77 '^overhead.sh: docker does not answer$' 'a runtime that does not answer' walled docker
gives 2 '^Usage: ' 'no such wall' walled walls
if unshare -Urmpfn --mount-proc true 2> /dev/null; then
	gives 0 '^both: 6$' 'in namespaces' walled namespaces 'echo $((1 + 5))'
else
	skip 'in namespaces' 'unshare(1) may make no namespaces here'
fi

limited() # BYTES COMMAND
{
	CGROUP_ROOT=$scratch/groups deploy/limited.sh "$@"
}
gives 77 'no control group here limits memory' 'no group that limits memory' limited 1M true
echo 'cpu memory' > "$scratch/groups/cgroup.subtree_control"
gives 3 '^hello$' 'the status of a command' limited 32M 'echo hello; exit 3'
gives 0 '^32M$' 'the limit is set' cat "$scratch/groups"/aisp-limited-*/memory.high
passes 'for its process' grep -qE '^[0-9]+$' "$scratch/groups"/aisp-limited-*/cgroup.procs
gives 2 '^Usage: ' 'no command' limited 32M
rm -r "$scratch/groups"
gives 77 '' 'nowhere to make one' limited 32M true
gone() # GROUP
{
	[ ! -d "/sys/fs/cgroup/$1" ] && [ ! -d "/sys/fs/cgroup/memory/$1" ]
}
if deploy/limited.sh 64M true 2> "$scratch/why"; then
	group=$(deploy/limited.sh 64M 'sed -n "s/.*\(aisp-limited-[0-9]*\)$/\1/p" /proc/self/cgroup' | head -n 1)
	passes 'a group of the kernel' [ "$group" ]
	passes 'that goes with the command' gone "$group"
else
	skip 'a group of the kernel' "$(cat "$scratch/why")"
	skip 'that goes with the command' "$(cat "$scratch/why")"
fi
finish
