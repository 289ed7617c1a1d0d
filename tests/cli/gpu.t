#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What aisp hw and aisp doctor say of GPUs that a fake NVML makes up.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=${AISP:-./aisp}
unset FAKE_NVML FAKE_NVML_PID AISP_SYSROOT CUDA_VISIBLE_DEVICES
lib=$scratch/lib
mkdir -p "$lib" "$scratch/old" "$scratch/none" "$scratch/bin" "$scratch/include"

fake() # DIRECTORY FLAG...
{
	dir=$1
	shift
	"${CC:-cc}" -std=gnu11 -D_GNU_SOURCE -Isrc -Wall -Wextra -Werror -shared -fPIC "$@" \
		-o "$dir/libnvidia-ml.so.1" tests/fixtures/fake_nvml.c
}
# On MOOD WORD...: aisp there.
on()
{
	mood=$1
	shift
	LD_LIBRARY_PATH=$lib FAKE_NVML=$mood "$aisp" "$@"
}
# Each command takes half a second to see who else runs, so it is asked once.
once() # MOOD COMMAND OPTION...
{
	file="$scratch/$1-$2$3"
	[ -e "$file" ] || on "$@" > "$file"
	cat "$file"
}
# json MOOD FILTER
json()
{
	on "$1" hw --json | jq -e "$2"
}
# width MOOD: no line from the GPUs on is longer than 80.
width()
{
	once "$1" hw | sed '1,/^grade /d' | awk '/^grade/ { exit } length > 80 { print; bad = 1 } END { exit bad }'
}
passes 'a fake NVML' fake "$lib"
ln -s libnvidia-ml.so.1 "$lib/libcuda.so.1"
passes 'one of an older driver' fake "$scratch/old" -DOLD_DRIVER

gives 0 '^GPU driver .*580.65.06, serves CUDA 13.0$' 'the driver' once '' hw
gives 0 '^  0 NVIDIA H200 .* 9.0  132     60      143771  00000000:1A:00.0$' 'the first GPU' once '' hw
gives 0 '^  1 NVIDIA H200 .* 9.0  131     50      143771  00000000:1B:00.0$' \
	'the second, though CUDA counts the other way round' once '' hw
gives 0 '^  0 *345/1980 *3201/3201 *76/700 *31 *2  idle$' 'its state' once '' hw
gives 0 '^  0 *on *off *on  default *1 x16 *5 x16 *0 *0  0-3,64$' 'its settings and place' once '' hw
gives 0 '^  0 GPU-00000000-0000-1111-2222-333344445555 *18, 18 to a switch$' 'its links' once '' hw
gives 0 '^  1 *yes *yes *yes *yes *no$' 'what it has: TMA, clusters, DSMEM, wgmma, and no tcgen05' \
	once '' hw
gives 0 '^  1 *no *no *no *yes *no$' 'where the driver says no' once direct hw
gives 0 '^  1 *? *? *? *? *?$' 'what nobody tells is not yes' once unsupported hw
gives 0 '^  1  NV18    -$' 'the topology: through switches' once '' hw
gives 0 '^  0     -  NV4$' 'from one to the other' once direct hw
gives 0 '^GPU 0 and 1 cannot read' 'no peer access' once direct hw
gives 0 '^grade, GPU 0 *[BCD]: .*GPU 0 is idle' 'the grade of runs there' once '' hw
gives 0 '^grade, GPU 0 *D: .*too hot' 'heat degrades it' once sick hw
for mood in '' direct sick unsupported lost; do
	passes "$mood: 80 columns" width "$mood"
done
FAKE_NVML_PID=$$ gives 0 "^GPU 0 is used by process $$ (" 'a process on it' on '' hw

passes 'JSON' json '' '.gpu | .why == null and .driver == "580.65.06" and .cuda_driver == "13.0"
	and (.devices | length == 2) and .pairs == [{gpus: [0, 1], link: "NV18", nvlinks: 18,
	peer_access: true}]'
passes 'JSON of one GPU' json '' '.gpu.devices[1] | .uuid == "GPU-00000001-0000-1111-2222-333344445555"
	and .bus_id == "00000000:1B:00.0" and .minor == 1 and .sms == 131 and
	.l2_bytes == 52428800 and .memory_bytes == 150754820096 and .memory_used_bytes == 2097152
	and .compute_capability == "9.0" and .sm_max_mhz == 1980 and .power_limit_w == 700 and
	.ecc == true and .mig == false and .compute_mode == "default" and .pcie_generation == 1 and
	.pcie_max_generation == 5 and .nvlinks == 18 and .features ==
	{TMA: true, clusters: true, DSMEM: true, wgmma: true, tcgen05: false} and .cpus == "4-7" and .numa_nodes == "1" and
	.state.sm_mhz == 345 and .state.power_w == 75.5 and .state.clock_reasons == 1 and
	.state.clock_reasons_text == "idle" and .state.processes == []'
passes 'what is not supported is null' json unsupported '.gpu.devices[1] | .name == "NVIDIA H200" and
	(.why, .compute_capability, .memory_bytes, .ecc, .mig, .persistence, .minor,
	.power_limit_w, .pcie_width, .cpus, .state.sm_mhz, .state.temperature_c,
	.state.clock_reasons, .state.processes) == null and .compute_mode == "unknown"'
passes 'a GPU that cannot be opened says why, and the other is there' json lost \
	'.gpu.devices | (.[0].why == null and .[0].sms == 132 and (.[1].why | test("off the bus")) and
	.[1].name == null and .[1].state.clock_reasons == null)'
lib=$scratch/old passes 'the old name of the event reasons' json '' '.gpu.devices[0].state.clock_reasons == 1'
CUDA_VISIBLE_DEVICES='' lib=$scratch/old passes 'without CUDA: multiprocessors by cores, no L2' \
	json '' '.gpu.devices[1] | .sms == 132 and .l2_bytes == null'
FAKE_NVML_PID=$$ passes 'a process in JSON' json '' ".gpu.devices[0].state.processes[0] |
	.pid == $$ and .memory_bytes == 536870912"

gives 0 '^GPUs  *none: .*differ in version.*reboot' 'driver and library differ' once 18 hw
gives 0 '"why": .*no permission.*/dev/nvidia' 'no permission' on 4 hw --json
gives 0 '"why": .*not loaded.*modprobe' 'driver not loaded' on 9 hw --json
gives 0 '"why": .*sees no GPU' 'a driver without a GPU' on empty hw --json
passes 'the reason is in JSON too' json 18 '.gpu | .devices == [] and (.why | test("reboot"))'
: > "$scratch/none/libnvidia-ml.so.1"
lib=$scratch/none gives 0 '"why": "no NVIDIA driver (.*libnvidia-ml.so.1' \
	'a library that cannot be loaded' on '' hw --json
AISP_SYSROOT=$scratch passes 'another machine'\''s tree' json '' '.gpu.why | test("AISP_SYSROOT")'

# What nvcc makes code for, with and without Blackwell.
knows() # CODE...
{
	printf '#!/bin/sh\n[ "$1" = --version ] || echo %s\n' "'$*'" > "$scratch/nvcc" && chmod +x "$scratch/nvcc"
}
knows sm_90 sm_100 sm_120
NVCC=$scratch/nvcc gives 0 "^nvcc  *$scratch/nvcc, code for sm_90 sm_100 sm_120; tcgen05 on sm_100$" \
	'what nvcc makes code for' on empty hw
NVCC=$scratch/nvcc passes 'and in JSON' json empty '.nvcc | .code == ["sm_90", "sm_100", "sm_120"] and .tcgen05 == ["sm_100"]'
knows sm_90
NVCC=$scratch/nvcc gives 0 'code for sm_90; no tcgen05$' 'an nvcc before Blackwell' on empty hw
NVCC='' gives 0 '^nvcc  *none$' 'no nvcc' on empty hw

# The doctor: an nvcc of CUDA 13.0 comes first in PATH.
printf '#!/bin/sh\n' > "$scratch/bin/nvcc" && chmod +x "$scratch/bin/nvcc"
echo '#define CUDA_VERSION 13000' > "$scratch/include/cuda.h"
PATH=$scratch/bin:$PATH
# row MOOD "NAME HARM"
row()
{
	once "$1" doctor --json | jq -e --arg row "$2" 'map("\(.name) \(.harm)") | index($row)'
}
for name in '' ' toolkit' ' persistence' ' ecc' ' mig' ' processes' ' clocks' ' mode' ' pcie'; do
	passes "a healthy machine: gpu$name" row '' "gpu$name ok"
done
for name in ' toolkit bad' ' persistence warn' ' ecc warn' ' mig warn' ' processes bad' \
	' clocks bad' ' mode bad' ' pcie warn'; do
	passes "a sick one: gpu$name" row sick "gpu$name"
done
for name in persistence ecc mig processes clocks mode pcie; do
	passes "what is not told: gpu $name" row unsupported "gpu $name unknown"
done
gives 0 'slow while idle, which is normal' 'an idle link' once '' doctor --json
gives 0 'an older generation, not idle' 'a slow link at work' once slow doctor --json
passes 'a power cap' row slow 'gpu clocks warn'
passes 'a lost GPU' row lost 'gpu bad'
gives 0 'GPU 1 cannot be asked' 'is named' once lost doctor --json
FAKE_NVML_PID=$$ gives 0 "GPU 0: $$ (" 'a process on the GPU is named' on '' doctor
rm "$scratch/-doctor--json"
echo '#define CUDA_VERSION 13020' > "$scratch/include/cuda.h"
passes 'a driver of an older minor version' row '' 'gpu toolkit warn'
rm "$scratch/-doctor--json"
echo '#define CUDA_VERSION 14000' > "$scratch/include/cuda.h"
passes 'of an older major one' row '' 'gpu toolkit bad'
passes 'a mismatch' row 18 'gpu bad'
gives 0 '"remedy": .*reboot' 'with its remedy' once 18 doctor --json
nothing_to_fix()
{
	once sick doctor --json | jq -e 'map(select(.name | startswith("gpu")) | .can_fix) | any | not'
}
passes '--fix touches no GPU' nothing_to_fix
finish
