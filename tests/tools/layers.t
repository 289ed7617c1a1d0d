#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The rules of inclusion hold, and check_layers.sh sees each way to break them.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tool=$PWD/tools/check_layers.sh

passes 'the tree keeps to its layers' "$tool"
# FILE INCLUDE
planted()
{
	rm -rf "$scratch/tree" && mkdir -p "$scratch/tree/$(dirname "$1")" && cd "$scratch/tree" || return 125
	printf '/* x */\n%s\n' "$2" > "$1"
	"$tool"
}
refused()
{
	gives 1 "$1:2: " "$1 may not say $2" planted "$1" "$2"
}
allowed()
{
	passes "$1 may say $2" planted "$1" "$2"
}
refused chapters/ch01_x/baseline_y.c '#include "base/err.h"'
refused chapters/ch01_x/baseline_y.c '#include "../../src/base/err.h"'
refused chapters/ch01_x/baseline_y.cu '#include <base/err.h>'
refused labs/x/workload_y.h '#include "judge/contract.h"'
refused labs/x/optimized_y.cu '#include "../../src/base/err.h"'
refused labs/x/optimized_y.cu '#include "../../chapters/ch01_x/../../src/base/err.h"'
refused labs/x/optimized_y.cu '#include "../../chapters/../src/err.h"'
refused labs/x/optimized_y.cu '#include "../../chapters/ch01_x/optimized_y.cu"'
refused labs/x/optimized_y.cu '#include "../y/z.h"'
refused chapters/ch02_x/optimized_y.cu '#include "../ch01_x/y.h"'
refused chapters/ch02_x/optimized_y.cu '#include "../../chapters/ch01_x/y.h"'
refused tests/exploits/timing/x.c '#include "judge/contract.h"'
refused tests/exploits/timing/x.c '#include "../../../src/base/err.h"'
refused tests/exploits/timing/x.c '#include "../fixtures/../../src/base/err.h"'
refused chapters/ch01_x/baseline_y.c '#include "../fixtures/x.h"'
allowed tests/exploits/timing/x.c '#include "../fixtures/x.h"'
refused src/checks/timing/x.c '#include "probes/process.h"'
refused src/checks/timing/x.c '#include "../../probes/process.h"'
refused src/checks/timing/x.c '#  include "decide/ledger.h"'
refused src/worker/x.c '#include "checks/check.h"'
refused src/worker/x.c '#include "judge/contract.h"'
refused src/base/x.c '#include "device/fill.h"'
refused src/report/x.c '#include "judge/record.h"'
refused src/report/x.c '#include "store/x.h"'
refused src/store/x.c '#include "judge/record.h"'
refused src/judge/x.c '#include "worker/worker.h"'
refused src/judge/x.c '#include "cli/cli.h"'
refused src/judge/x.c '#include "report/x.h"'
refused src/machine/x.c '#include "judge/x.h"'
refused include/aisp/x.h '#include "base/err.h"'
allowed chapters/ch01_x/baseline_y.c '#include <aisp/variant.h>'
allowed chapters/ch01_x/baseline_y.c '#include "workload_y.h"'
allowed chapters/ch01_x/baseline_y.c '#include <oneapi/dnnl/dnnl.h>'
allowed labs/x/optimized_y.cu '#include "../../chapters/ch01_x/y.h"'
allowed labs/x/optimized_y.cu '#include "y.h"'
allowed src/judge/x.c '#include "worker/protocol.h"'
allowed src/judge/x.c '#include "store/x.h"'
allowed src/cli/x.c '#include "report/x.h"'
refused src/report/x.c '#include "prove/x.h"'
refused src/judge/x.c '	printf("x");'
refused src/prove/x.c '	fputs("x", stderr);'
refused src/store/x.c '	exit(1);'
refused src/judge/x.c '	json_pack("{}");'
refused src/judge/x.c '	json_object_set_new(o, "x", y);'
refused src/report/x.c '	x = json_object_get(row, "speedup");'
refused src/cli/x.c '	json_unpack(row, "{sf}", "speedup", &x);'
refused src/store/compare.c '	x = aisp_field_number(row, "speedup");'
refused src/dashboard/x.h '	json_array_foreach(rows, i, row)'
refused src/size/x.c '	x = json_real_value(v);'
allowed src/run/x.c '	x = json_object_get(row, "speedup");'
allowed src/store/journal_check.c '	x = aisp_field_text(line, "kind");'
allowed src/report/x.c '	json_object_set_new(o, "speedup", aisp_number_json(x));'
allowed src/judge/record_x.c '	json_pack("{}");'
allowed src/judge/document.c '	json_object_set_new(o, "x", y);'
allowed src/cli/x.c '	fputs("x", stderr);'
allowed src/judge/x.c '	fprintf(f, "called exit() on stderr");'
allowed src/judge/x.c '	_exit(1);'
finish
