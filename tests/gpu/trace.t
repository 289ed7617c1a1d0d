#!/bin/bash
# The CUDA trace counts what a program does: kernels, streams, graphs, waits.
# RUN: test-all
. tests/tools/tap.sh
B=${B:-build}
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2> /dev/null)
[ -n "$nvcc" ] || skip_all 'no nvcc'
nvidia-smi -L > /dev/null 2>&1 || skip_all 'no GPU'
dir=$scratch
counts() { # WINDOW CONDITION NAME
	jq -es --arg w "$1" ".[] | select(.window == \$w) | $2" "$dir/out" > /dev/null
	ok $? "$3"
	jq -c --arg w "$1" 'select(.window == $w)' "$dir/out" | sed 's/^/# /'
}
build() { # FLAGS...
	"$nvcc" -std=c++20 -arch=native -Isrc -o "$dir/work" tests/gpu/trace_work.cu "$@" -ldl
	ok $? 'builds'
	"$dir/work" "$B/cuda_trace.so" > "$dir/out" 2> "$dir/err"; ok $? 'runs'
	sed 's/^/# /' "$dir/err"
}
build
counts empty '.kernels == 0 and .streams == 0 and .span_ns == 0 and .syncs == 1' 'an empty window'
counts streams '.kernels == 3 and .memsets == 1 and .memcpys == 1' 'kernels, copies and sets'
counts streams '.streams == 2 and .made == 2' 'streams'
counts streams '.allocs == 2 and .managed == 0' 'allocations'
counts streams '.syncs == 2' 'waits'
counts streams '.untimed == 0 and .busy_ns > 0 and .span_ns >= .busy_ns' 'times'
counts streams '.table | length == 2 and (map(.n) | sort == [1, 2]) and
	all(.name | test("add_one")) and any(.grid == [64, 1, 1] and .block == [256, 1, 1])' 'a table of kernels'
counts streams '.graphs == 0 and .cooperative == 0 and .host == 0 and .peer == 0' 'and nothing else'
counts streams '.to_host == 4 and .pinned == 1 and .pinned_bytes == 4096 and .modules == 0' 'bytes to the host, pinned memory'
counts empty '.to_host == 0 and .pinned == 0 and .contexts == 0 and .persisting == 0' 'and none at first'
counts before '.host == 1' 'a host function'
counts plain '.graphs == 1 and .kernels == 1 and .host == 0' 'is none of a graph that is captured later'
counts capture '.kernels == 0' 'a captured kernel did not run'
counts graph '.graphs == 2 and .kernels == 6 and .streams == 1' 'nodes of graphs are kernels'
counts graph '.host == 1' 'host nodes'
counts cooperative '.cooperative == 2 and .kernels == 2' 'cooperative launches'
counts others '.managed == 1 and .allocs == 2 and .host == 1' 'managed memory, pools, host functions'
counts module '.managed == 0 and .managed_ever == 1' 'managed memory from before'
counts nested '.nested == 0' 'no launches from the GPU'
counts module '.modules == 1' 'a module that was asked for'
counts limit '.modules == 0 and .persisting == 1' 'L2 set aside'
counts policy '.persisting == 2 and .contexts == 0' 'and a window of it, since the start'
counts context '.contexts == 1 and .pinned == 1' 'a context'
build -DNESTED -rdc=true -lcudadevrt
counts nested '.nested >= 1' 'modules that launch from the GPU'
finish
