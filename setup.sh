#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Install what this machine lacks, then build aisp; a line for each step.
#     ./setup.sh            what it takes to measure, on the CPU and on a GPU
#     ./setup.sh --minimal  the same without the libraries that some pairs compare with
#     ./setup.sh --test     also what `make test` and `make test-all` need
#     ./setup.sh --gpu      also the CUDA toolkit with its profilers, from NVIDIA's
#                           repository where apt knows it
# Debian 12 (bookworm) or later, or a relative with its package names; as root
# or with sudo.  Pairs are built when aisp is asked for them.
set -eu
cd "$(dirname "$0")"

build='gcc libc6-dev make pkg-config libjansson-dev libhwloc-dev libnuma-dev
	libseccomp-dev libmd-dev libdw-dev libelf-dev libjs-chart.js
	libmicrohttpd-dev libsqlite3-dev'
opponents='liburing-dev libdnnl-dev libopenmpi-dev libpmix-dev llvm-dev'
tests='perl jq man-db shellcheck valgrind cppcheck clang clang-tidy clang-format
	libclang-rt-dev chromium libxml2-utils libbenchmark-tools python3-scipy
	python3-prometheus-client python3-markdown slurm-wlm munge'
cross='gcc-aarch64-linux-gnu libc6-dev-arm64-cross'
proc=${PROC:-/proc} # another one for tests
cuda=${CUDA_HOME:-/usr/local/cuda}
log=build/setup.log
began=$(date +%s)

die()
{
	printf 'setup.sh: %s\n' "$1" >&2
	exit 1
}

# NAME SECONDS REMARK
line()
{
	printf '%-12s %4s s  %s\n' "$1" "$2" "$3"
}

# NAME REMARK COMMAND...: what the command prints goes to the log, and is shown if it
# fails.
step()
{
	name=$1 remark=$2
	shift 2
	since=$(date +%s)
	printf '\n$ %s\n' "$*" >> "$log"
	if ! "$@" >> "$log" 2>&1 </dev/null; then
		tail -n 30 "$log" >&2
		return 1
	fi
	line "$name" $(($(date +%s) - since)) "$remark"
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

# The index may be old and the packages there all the same.
fetch_packages()
{
	as_root apt-get -q update || echo 'the package index could not be refreshed'
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install "$@"
}

install_packages()
{
	[ $# != 0 ] || return 0
	[ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
		die "neither root nor sudo: as root, run: apt-get install $*"
	step packages "installed $*" fetch_packages "$@" ||
		die "could not install: $* (the reason is above; without a network, install them by hand)"
}

has_gpu()
{
	command -v nvidia-smi >/dev/null && nvidia-smi -L >/dev/null 2>&1
}

has_nvcc()
{
	command -v nvcc >/dev/null || [ -x "$cuda/bin/nvcc" ]
}

# The toolkit that this driver serves, or the newest.
toolkit()
{
	if has_gpu && nvidia-smi | sed -n 's/.*CUDA Version: *\([0-9]*\)\.\([0-9]*\).*/cuda-toolkit-\1-\2/p' | grep .; then
		return
	fi
	echo cuda-toolkit
}

require_toolkit()
{
	apt-cache show "$(toolkit)" >/dev/null 2>&1 ||
		die "apt knows no package $(toolkit): add NVIDIA's network repository for this system by the CUDA Installation Guide for Linux (docs.nvidia.com/cuda), then run ./setup.sh --gpu again"
}

# What there is for a GPU; the objects for it are built where one is.
prepare_gpu()
{
	if ! has_gpu && ! [ -e "$proc/driver/nvidia" ]; then
		has_nvcc && nvcc='nvcc is there, ' || nvcc=''
		line GPU 0 "${nvcc}no NVIDIA driver: only @cpu targets run.  With a GPU: install its driver, or give this container the GPU"
	elif ! has_nvcc; then
		line GPU 0 'no nvcc: only @cpu targets run.  Remedy: ./setup.sh --gpu'
	else
		step GPU "what aisp needs on this GPU; its pairs are built when they are run" \
			make -s -j"$jobs" plugins || die "could not build for the GPU; the whole log: $log"
	fi
}

packages="$build $opponents" next='./aisp bench run --targets ch01'
is_gpu=
for option; do
	case $option in
	--minimal) packages=$build ;;
	--test)
		packages="$packages $tests" next='make test'
		# On arm64 the compiler itself is what the cross check looks for.
		[ "$(uname -m)" = aarch64 ] || packages="$packages $cross" ;;
	--gpu) is_gpu=yes ;;
	*) die 'usage: ./setup.sh [--minimal] [--test] [--gpu]' ;;
	esac
done
require_debian
mkdir -p build
: > "$log"
jobs=$(nproc)
# shellcheck disable=SC2046,SC2086 # lists of words
install_packages $(missing $packages)
if [ -n "$is_gpu" ] && ! has_nvcc; then
	require_toolkit
	install_packages "$(toolkit)"
fi
step aisp 'built' make -s -j"$jobs" || die "could not build aisp; the whole log: $log"
prepare_gpu
line ready $(($(date +%s) - began)) "next: $next"
