#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Without Chart.js the build says which package is missing.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

gives 2 'nowhere/chart.min.js is missing: install libjs-chart.js' 'no Chart.js' \
	make -s B="$scratch" CHART_JS=nowhere/chart.min.js "$scratch/obj/src/report/html_assets.o"
other()
{
	echo '/* another Chart.js */' > "$scratch/chart.js"
	make -s B="$scratch" CHART_JS="$scratch/chart.js" "$scratch/obj/src/report/html_assets.o" &&
		grep -q 'another Chart.js' "$scratch/obj/src/report/html_assets.o"
}
passes 'a Chart.js elsewhere' other
finish
