#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every variant of the chapters and labs that runs here is right, under every distribution;
# every error model of a GPU's workloads tells right from wrong.
# RUN: test-all parallel first
cd "$(dirname "$0")/.." || exit 1
. tests/tools/tap.sh

for dir in chapters/* labs/*; do
	passes "$dir" ./aisp bench verify --variants "./$dir:*"
	[ -z "$(find "$dir" -name 'optimized_*.cu')" ] ||
		passes "$dir: error models" ./aisp bench verify "./$dir:*@cuda"
done
finish
