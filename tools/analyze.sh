#!/bin/sh
# SPDX-License-Identifier: MIT
#
# analyze.sh gcc|tidy|cppcheck|format FILE... - one analyser over sources, with
# this project's flags; prints the findings, and 1 if there is one.
set -eu
tool=$1
shift
# Any string does for the version.
flags='-std=gnu11 -D_GNU_SOURCE -DAISP_VERSION=__FILE__ -Iinclude -Isrc -Itests'
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
flags="$flags -idirafter ${nvcc%/bin/nvcc}/include $(pkg-config --cflags pmix 2>/dev/null || true)"

case $tool in
gcc)
	for file; do
		# -O2 inlines, so that a path through two functions is seen.
		# shellcheck disable=SC2086 # a list of flags
		gcc $flags -O2 -Werror -fanalyzer -c -o /dev/null "$file"
	done ;;
tidy)
	# Of a function's paths so many states, not 225000: an eighth of the time.
	paths='--extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=max-nodes=12000'
	# shellcheck disable=SC2086
	clang-tidy --quiet --config-file=.clang-tidy $paths "$@" -- $flags ;;
cppcheck)
	# Its own model of the C library stands in for the system's headers.
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
		--error-exitcode=1 --suppressions-list=tools/cppcheck.txt -D_GNU_SOURCE \
		-D__x86_64__ --library=tools/cppcheck.cfg -Iinclude -Isrc "$@" ;;
format)
	clang-format --dry-run --Werror "$@" ;;
esac
