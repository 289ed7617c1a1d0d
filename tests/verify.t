#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every error model of the chapters and labs tells right from wrong, and every variant that
# runs here is right, under every distribution.
# RUN: test-all parallel first
cd "$(dirname "$0")/.." || exit 1
. tests/tools/tap.sh

for dir in chapters/* labs/*; do
	passes "$dir" ./aisp bench verify "./$dir:*"
done
finish
