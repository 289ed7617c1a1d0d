#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every variant of the chapters and labs that runs here is right, under every distribution,
# and every error model tells right from wrong.
# RUN: test-all parallel first
cd "$(dirname "$0")/.." || exit 1
. tests/tools/tap.sh

for dir in chapters/* labs/*; do
	passes "$dir" ./aisp bench verify "./$dir:*"
done
finish
