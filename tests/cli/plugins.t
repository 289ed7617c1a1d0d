#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What aisp itself needs on a GPU is built when the first target wants it, where a GPU
# and nvcc are, and only there.  The machine with GPUs, nvcc and make are stand-ins.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
root=$PWD
export AISP_HISTORY=off XDG_CACHE_HOME="$scratch/cache" LD_LIBRARY_PATH="$scratch/lib"
unset NVCC

mkdir -p "$scratch/lib" "$scratch/bin" "$scratch/tree/build"
"${CC:-cc}" -std=gnu11 -D_GNU_SOURCE -Isrc -shared -fPIC -o "$scratch/lib/libnvidia-ml.so.1" \
	tests/fixtures/fake_nvml.c
cp aisp "$scratch/tree/"
for name in src mk include tools; do
	ln -s "$root/$name" "$scratch/tree/"
done
mkdir "$scratch/tree/chapters"
cp -r chapters/ch06* chapters/ch07* "$scratch/tree/chapters"
for name in aisp-worker empty.so; do
	ln -s "$root/${B:-build}/$name" "$scratch/tree/build/"
done
cat > "$scratch/bin/make" <<END
#!/bin/sh
echo make "\$@" >> $scratch/calls
echo 'x.cu: error'
exit \${MAKE_STATUS:-0}
END
printf '#!/bin/sh\necho nvcc 13.0\n' > "$scratch/bin/nvcc"
chmod +x "$scratch/bin/"*

run() # MOOD PATTERN: aisp's words and the calls of make
{
	: > "$scratch/calls"
	FAKE_NVML=$1 PATH="$scratch/bin:$PATH" "$scratch/tree/aisp" bench verify --preset small "$2"
	status=$?
	cat "$scratch/calls"
	return $status
}
builds()
{
	run "$@" | grep -q '^make .*plugins$'
}
builds_nothing()
{
	! builds "$@"
}
passes 'a target on a GPU: the plugins are built' builds '' ch06:add@cuda
gives 0 "^make -s -j[0-9]* --no-print-directory -C $scratch/tree plugins\$" 'in this tree' cat "$scratch/calls"
gives 4 "make plugins failed; the whole log: $scratch/tree/build/plugins.log" 'a build that fails is named' \
	env MAKE_STATUS=2 sh -c "FAKE_NVML='' PATH='$scratch/bin:$PATH' '$scratch/tree/aisp' bench verify ch06:add@cuda"
gives 0 '^x.cu: error$' 'and its log is kept' cat "$scratch/tree/build/plugins.log"
passes 'a target on the CPU needs none' builds_nothing '' ch07:transpose_tiled@cpu
passes 'without a GPU nothing is built' builds_nothing empty ch06:add@cuda
passes 'nor without a driver' builds_nothing 9 ch06:add@cuda
touch "$scratch/tree/build/cuda_judge.so"
passes 'what is built is not built again' builds_nothing '' ch06:add@cuda
finish
