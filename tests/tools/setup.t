#!/bin/sh
# SPDX-License-Identifier: MIT
#
# setup.sh asks for what is missing and for no more, and says why it cannot.
# The system's programs are stand-ins that write down how they were called.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

bin=$scratch/bin
mkdir -p "$bin" "$scratch/tree"
cp setup.sh "$scratch/tree"
for tool in sh env dirname grep printf uname date mkdir tail sed nproc; do
	ln -s "$(command -v $tool)" "$bin/$tool"
done
# NAME BODY
stand_in()
{
	printf '#!/bin/sh\n%s\n' "$2" > "$bin/$1"
	chmod +x "$bin/$1"
}
# A machine with every package but those of "$@", root, Debian 12, and no GPU.
fresh()
{
	rm -f "$scratch/calls" "$bin/sudo" "$bin/nvcc" "$bin/nvidia-smi"
	stand_in dpkg-query "for last; do :; done; grep -qx \"\$last\" $scratch/lacks 2>/dev/null || echo installed"
	stand_in apt-get "echo apt-get \"\$@\" >> $scratch/calls"
	stand_in apt-cache 'exit 100'
	stand_in make "echo make \"\$@\" >> $scratch/calls; echo compiling"
	stand_in id 'echo 0'
	printf 'ID=debian\nVERSION_ID="12"\n' > "$scratch/os-release"
	printf '%s\n' "$@" > "$scratch/lacks"
}
with_gpu()
{
	stand_in nvidia-smi 'echo "| NVIDIA-SMI 570.1   Driver Version: 570.1   CUDA Version: 12.8 |"'
}
setup()
{
	env -i PATH="$bin" OS_RELEASE="$scratch/os-release" PROC="$scratch" CUDA_HOME="$scratch" \
		"$scratch/tree/setup.sh" "$@"
	status=$?
	cat "$scratch/calls" 2>/dev/null
	return $status
}
never()
{
	! setup "$@" | grep "$unwanted"
}

fresh
unwanted=apt-get
passes 'nothing is missing: the network is left alone' never
gives 0 '^make -s -j[0-9]*$' 'and it builds' setup
gives 0 '^aisp  *[0-9]* s  built$' 'each step is a line with its seconds' setup
gives 0 '^ready  *[0-9]* s  next: ./aisp bench run --targets ch01$' 'and what comes next' setup
unwanted=compiling
passes 'nothing of the compiler is shown' never
stand_in make 'echo x.c: error; exit 2'
gives 1 '^x.c: error$' 'but where it fails' setup
gives 1 'could not build aisp; the whole log: build/setup.log' 'with the place of the log' setup
fresh libmd-dev cppcheck
gives 0 'install libmd-dev$' 'what is missing is installed, and only that' setup
gives 0 '^packages  *[0-9]* s  installed libmd-dev$' 'which is a line too' setup
fresh libmd-dev cppcheck
gives 0 'install libmd-dev cppcheck$' '--test installs what tests need too' setup --test
gives 0 'next: make test$' 'and says so' setup --test
fresh libmd-dev libdnnl-dev libopenmpi-dev
gives 0 'install libmd-dev libdnnl-dev libopenmpi-dev$' 'libraries to compare with are installed' setup
fresh libmd-dev libdnnl-dev libopenmpi-dev
gives 0 'install libmd-dev$' 'but for --minimal' setup --minimal
fresh
gives 1 'usage: ' 'an unknown option' setup --nonsense

fresh libmd-dev
stand_in id 'echo 1000'
gives 1 'neither root nor sudo: .* apt-get install libmd-dev' 'no root and no sudo' setup
stand_in sudo "echo sudo >> $scratch/calls; \"\$@\""
gives 0 '^sudo$' 'sudo is used where there is no root' setup
fresh libmd-dev
stand_in apt-get 'echo Could not resolve >&2; exit 100'
gives 1 'could not install: libmd-dev' 'no network' setup
gives 1 '^Could not resolve$' 'and why' setup
unwanted='^make'
passes 'and nothing is built then' never

# A GPU
fresh
gives 0 '^GPU .*no NVIDIA driver: only @cpu targets run' 'no driver' setup
stand_in nvcc ''
gives 0 'nvcc is there, no NVIDIA driver' 'nvcc without a driver' setup
unwanted=plugins
passes 'then nothing is built for a GPU' never
fresh
with_gpu
gives 0 'no nvcc: only @cpu targets run.  Remedy: ./setup.sh --gpu' 'a GPU without nvcc' setup
stand_in nvcc ''
gives 0 '^make -s -j[0-9]* plugins$' 'a GPU with nvcc: what it needs is built' setup
unwanted=apt-get
passes '--gpu: nothing is installed where nvcc is' never --gpu
fresh cuda-toolkit-12-8 cuda-toolkit
with_gpu
gives 1 'apt knows no package cuda-toolkit-12-8: add NVIDIA' '--gpu without the repository says how' setup --gpu
unwanted='apt-get\|^make'
passes 'and does nothing' never --gpu
stand_in apt-cache ''
gives 0 'install cuda-toolkit-12-8$' '--gpu with it: the toolkit that the driver serves' setup --gpu
rm "$bin/nvidia-smi"
gives 0 'install cuda-toolkit$' 'without a driver the newest' setup --gpu

fresh
echo 'ID=fedora' > "$scratch/os-release"
gives 1 'this is fedora, not Debian' 'another system' setup
printf 'ID=debian\nVERSION_ID="11"\n' > "$scratch/os-release"
gives 1 'Debian 11 is too old' 'an old Debian' setup
printf 'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\n' > "$scratch/os-release"
gives 0 '^make' 'a relative of Debian' setup
printf 'ID=debian\n' > "$scratch/os-release"
gives 0 '^make' 'Debian unstable has no number' setup
finish
