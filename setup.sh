#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Install what this machine lacks, then build.
#     ./setup.sh            all that `make` and `make test` need
#     ./setup.sh --minimal  only what the benchmark needs
# Debian 12 (bookworm) or later, or a relative with its package names; as root
# or with sudo.  CUDA is never installed: nvcc is used where it is found.
set -eu
cd "$(dirname "$0")"

build='gcc libc6-dev make pkg-config libjansson-dev libhwloc-dev libnuma-dev
	libseccomp-dev libmd-dev liburing-dev libdnnl-dev libopenblas-dev
	libdw-dev libelf-dev libjs-chart.js libmicrohttpd-dev libsqlite3-dev'
tests='perl jq man-db shellcheck valgrind cppcheck clang clang-tidy clang-format
	libclang-rt-dev chromium libxml2-utils libbenchmark-tools python3-scipy
	python3-prometheus-client llvm-dev'
cross='gcc-aarch64-linux-gnu libc6-dev-arm64-cross'

die()
{
	printf 'setup.sh: %s\n' "$1" >&2
	exit 1
}

require_debian()
{
	ID='' ID_LIKE='' VERSION_ID=''
	# shellcheck source=/dev/null
	. "${OS_RELEASE:-/etc/os-release}" 2>/dev/null || true
	case " $ID $ID_LIKE " in
	*' debian '*) ;;
	*) die "this is ${ID:-an unknown system}, not Debian: install what README.md names, then run make" ;;
	esac
	[ "$ID" != debian ] || [ "${VERSION_ID:-99}" -ge 12 ] ||
		die "Debian $VERSION_ID is too old: 12 (bookworm) or later is needed"
}

# The packages of "$@" that are not installed.
missing()
{
	for package; do
		dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null |
			grep -qx installed || printf '%s ' "$package"
	done
}

as_root()
{
	if [ "$(id -u)" = 0 ]; then
		"$@"
	else
		sudo "$@"
	fi
}

install_packages()
{
	[ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
		die "neither root nor sudo: as root, run: apt-get install $*"
	echo "setup.sh: installing $*"
	as_root apt-get -q update </dev/null ||
		echo 'setup.sh: the package index could not be refreshed; trying with the old one' >&2
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
		--no-install-recommends install "$@" </dev/null ||
		die "could not install: $* (the reason is above; without a network, install them by hand)"
}

packages=$build
case ${1:-} in
'') packages="$build $tests"
	# On arm64 the compiler itself is what the cross check looks for.
	[ "$(uname -m)" = aarch64 ] || packages="$packages $cross" ;;
--minimal) ;;
*) die "usage: ./setup.sh [--minimal]" ;;
esac
require_debian
# shellcheck disable=SC2046,SC2086 # lists of words
set -- $(missing $packages)
[ $# = 0 ] || install_packages "$@"
exec make -j2
