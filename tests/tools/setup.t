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
for tool in sh env dirname grep printf uname; do
	ln -s "$(command -v $tool)" "$bin/$tool"
done
# NAME BODY
stand_in()
{
	printf '#!/bin/sh\n%s\n' "$2" > "$bin/$1"
	chmod +x "$bin/$1"
}
# A machine with every package, root, and Debian 12.
fresh()
{
	rm -f "$scratch/calls" "$bin/sudo"
	stand_in dpkg-query "for last; do :; done; grep -qx \"\$last\" $scratch/lacks 2>/dev/null || echo installed"
	stand_in apt-get "echo apt-get \"\$@\" >> $scratch/calls"
	stand_in make "echo make \"\$@\" >> $scratch/calls"
	stand_in id 'echo 0'
	printf 'ID=debian\nVERSION_ID="12"\n' > "$scratch/os-release"
	printf '%s\n' "$@" > "$scratch/lacks"
}
setup()
{
	env -i PATH="$bin" OS_RELEASE="$scratch/os-release" "$scratch/tree/setup.sh" "$@"
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
gives 0 '^make -j2$' 'and it builds' setup
fresh libmd-dev cppcheck
gives 0 'install libmd-dev cppcheck$' 'what is missing is installed, and only that' setup
fresh libmd-dev cppcheck
gives 0 'install libmd-dev$' '--minimal leaves out what only tests need' setup --minimal
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
unwanted='^make'
passes 'and nothing is built then' never

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
