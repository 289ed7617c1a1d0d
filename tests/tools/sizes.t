#!/bin/sh
# SPDX-License-Identifier: MIT
#
# No function or file is too long, and check_sizes.sh sees those that are.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tool=$PWD/tools/check_sizes.sh

passes 'no function and no file is too long' "$tool"
# FILE LINES: LINES lines, of which the last LINES - 2 are one function.
planted()
{
	rm -rf "$scratch/tree" && mkdir -p "$scratch/tree/$(dirname "$1")" && cd "$scratch/tree" || return 125
	touch Makefile
	{ printf 'int before;\nint f(void)\n{\n'; yes '	x();' | head -n $(($2 - 4)); echo '}'; } > "$1"
	"$tool"
}
file_of()
{
	rm -rf "$scratch/tree" && mkdir -p "$scratch/tree/src" "$scratch/tree/tests" && cd "$scratch/tree" || return 125
	touch Makefile
	yes '' | head -n "$2" > "$1"
	"$tool"
}
passes 'a function of 80 lines' planted src/x.c 82
gives 1 'src/x.c:3: f() has 81 lines' 'a function of 81 lines' planted src/x.c 83
gives 1 'chapters/c/x.cu:3: f() has 81 lines' 'one in a chapter' planted chapters/c/x.cu 83
passes 'a header of 200 lines' file_of src/x.h 200
gives 1 'src/x.h: 201 lines' 'a header of 201 lines' file_of src/x.h 201
passes 'a source of 400 lines' file_of src/x.c 400
gives 1 'src/x.c: 401 lines' 'a source of 401 lines' file_of src/x.c 401
passes 'a test of 500 lines' file_of tests/x.c 500
gives 1 'tests/x.c: 501 lines' 'a test of 501 lines' file_of tests/x.c 501
gives 1 'Makefile: 251 lines' 'a Makefile of 251 lines' file_of Makefile 251
finish
