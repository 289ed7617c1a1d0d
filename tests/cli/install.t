#!/bin/bash
# SPDX-License-Identifier: MIT
#
# An installed aisp works from where it was put, and leaves nothing behind when
# it is uninstalled.
# RUN: test-all parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

dest=$scratch/dest prefix=/opt/aisp
root=$dest$prefix
aisp=$root/bin/aisp
aisp_share=$root/bin/../share/aisp
with_saved_peaks "$scratch/cache"
export XDG_CACHE_HOME=$scratch/cache HOME=$scratch
quiet_make()
{
	make -s B="${B:-build}" NVCC= PREFIX=$prefix DESTDIR="$dest" "$1"
}
# Away from the source tree, as a user is.
away()
{
	cd "$scratch" && "$@"
}

passes 'make install' quiet_make install
gives 0 "^aisp $(cat VERSION)\$" '--version' away "$aisp" --version
doc=$root/share/doc/aisp
passes 'README, licence and documents' test -e "$doc/README.md" -a -e "$doc/LICENSE" -a -e "$doc/docs/results.md"
gives 0 '^ch07:transpose_tiled@cpu ' 'list-targets' away "$aisp" bench list-targets
gives 0 "^exploit:  $aisp_share/tests/exploits/output/" 'the exploits are there' \
	away "$aisp" checks show output.stale_cache
if "$aisp" bench run --help >/dev/null 2>&1; then
	# Whatever the verdict, it measured: 0 fine, 5 inconclusive.
	measure()
	{
		away "$aisp" bench run --targets ch07:transpose_tiled --preset small || [ $? = 5 ]
	}
	passes 'bench run builds into the cache and measures' measure
	gives 0 'optimized_transpose_tiled.c.so$' 'the objects lie in the cache' \
		find "$scratch/cache/aisp/pairs" -name '*.so'
	gives 1 '(exit status 1)' 'and nowhere below the prefix' \
		sh -c "find $root/share -name '*.so' | grep ."
else
	skip 'bench run' 'there is no such command'
fi

export PKG_CONFIG_PATH=$root/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$dest
gives 0 "^$(cat VERSION)\$" 'pkg-config: the version' pkg-config --modversion aisp
variant()
{
	# shellcheck disable=SC2046 # flags
	away gcc $(pkg-config --cflags aisp) -std=gnu11 -fPIC -shared -Wall -Werror -o "$scratch/v.so" \
		"$root/share/aisp/chapters/ch07_memory_access/optimized_transpose_tiled.c" -lm
}
passes 'pkg-config: its flags compile a variant' variant

page=$root/share/man/man1/aisp.1
if command -v man >/dev/null; then
	lint()
	{
		LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$1" 2>&1 >/dev/null | sed 's/^/warning: /'
	}
	printf '.TH X 1\n.SH NAME\nx \\- y\n.nosuchmacro\n' > "$scratch/bad.1"
	gives 0 '^warning: ' 'a planted unknown macro is warned of' lint "$scratch/bad.1"
	silent()
	{
		[ -z "$(lint "$page")" ]
	}
	passes 'the man page has no warning' silent
else
	skip 'man page' 'man-db is not installed'
fi
"$aisp" --help | sed -n '/^Commands:/,/^$/s/^  \(.\{20\}\).*/\1/p' > "$scratch/commands"
while read -r command; do
	gives 0 "^\.SS \"aisp ${command//-/.-}\"" "the page has aisp $command" cat "$page"
done < "$scratch/commands"

# The words that bash would offer after LINE.
offers()
{
	# shellcheck source=/dev/null
	. "$root/share/bash-completion/completions/aisp"
	complete -p aisp | grep -q -- '-F _aisp aisp' || return 1
	COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=${2-$' \t\n"\'><=;|&(:@'}
	COMP_WORDS=("$aisp")
	_aisp
	printf '[%s]\n' "${COMPREPLY[@]}"
}
gives 0 '^\[bench\]$' 'completes a first word' offers 'aisp be'
gives 0 '^\[list-targets\]$' 'completes a second word' offers 'aisp bench li'
gives 0 '^\[--targets=\]$' 'completes an option' offers 'aisp bench list-targets --tar'
gives 0 '^\[transpose_tiled@cpu\]$' 'completes a target behind its colon' \
	offers 'aisp bench list-targets --targets ch07:transpose_t'
gives 0 '^\[ch07:transpose_tiled@cpu\]$' 'and whole where colons break no words' \
	offers 'aisp bench list-targets --targets ch07:transpose_t' ' '
gives 0 '^\[\]$' 'offers nothing after nonsense' offers 'aisp nonsense x'

passes 'make uninstall' quiet_make uninstall
gives 1 '(exit status 1)' 'leaves no file' sh -c "find $dest ! -type d | grep ."
finish
