#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Usage: overhead.sh WALL [COMMAND]
# What walls around a command cost: aisp cmd compares it with itself behind them. COMMAND is
# a line for a shell; without one it is `true`, whose time is that of a start.
#   docker, podman   a container, in which it runs from this machine's files, read-only, so
#                    that program and libraries are the same; IMAGE names the image
#   namespaces       users, mounts, processes and network of its own, by unshare(1): what
#                    containers are made of
#   memory=BYTES     a control group with a limit of memory (limited.sh)
# Exits with 77 where there is no such wall, else as aisp cmd does.
set -u
here=$(cd "$(dirname "$0")" && pwd)
aisp=${AISP-$here/../aisp}

fail() # WORDS
{
	echo "overhead.sh: $*" >&2
	exit 77
}
quoted() # WORDS: as one word of a shell
{
	printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"
}
wall=${1-}
command=${2-true}
inside=$(quoted "$command")
case $wall in
docker | podman)
	image=${IMAGE-$(sed -n 's/^FROM //p' "$here/Dockerfile")}
	timeout 60 "$wall" info > /dev/null 2>&1 || fail "$wall does not answer"
	timeout 60 "$wall" image inspect "$image" > /dev/null 2>&1 ||
		fail "$wall has no image $image; fetch it, or name one that has chroot(1): IMAGE=..."
	behind="$wall run --rm --network none -v /:/host:ro --tmpfs /host/tmp $image chroot /host sh -c $inside"
	;;
namespaces)
	timeout 60 unshare -Urmpfn --mount-proc true 2> /dev/null || fail 'unshare(1) may make no namespaces here'
	behind="unshare -Urmpfn --mount-proc sh -c $inside"
	;;
memory=*)
	timeout 60 "$here/limited.sh" "${wall#*=}" true || fail "no limit of ${wall#*=} bytes can be set here"
	behind="$(quoted "$here/limited.sh") ${wall#*=} $inside"
	;;
*)
	sed -n '/^# Usage/,/^[^#]/s/^# \{0,1\}//p' "$0"
	exit 2
	;;
esac
exec "$aisp" cmd "$command" "$behind"
