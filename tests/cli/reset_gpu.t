#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp reset-gpu ends the workers whose judge is gone, and no other process;
# clears what the next run makes again; and resets no GPU unasked.
#
# The command looks at all processes of its user.  As root it therefore runs as
# one who has no others; else leftovers of the user's own runs go with the test's.
# RUN: parallel
use strict;
use warnings;
use Cwd;
use File::Copy 'copy';
use File::Path 'make_path';
use File::Temp 'tempdir';
use JSON::PP;
use POSIX ();
use Test::More;

my $aisp = $ENV{AISP} // './aisp';
my $dir = tempdir(CLEANUP => 1);
my $uid = 54321;
our @me = $< ? () : ('setpriv', "--reuid=$uid", "--regid=$uid", '--clear-groups');
chmod 0755, $dir;
delete @ENV{qw(FAKE_NVML FAKE_NVML_PID AISP_SYSROOT CUDA_CACHE_PATH LD_LIBRARY_PATH)};
$ENV{HOME} = "$dir/home";
$ENV{LC_ALL} = 'C';
$ENV{XDG_CACHE_HOME} = "$dir/home/cache";
$ENV{PATH} = "$dir/bin:$ENV{PATH}";

sub put
{
	my ($path, $text) = @_;

	make_path($path =~ s{/[^/]*$}{}r);
	open(my $f, '>', $path) or die "$path: $!";
	print $f $text;
	close $f;
}

# aisp finds its files beside itself.  A program may have any name: this one
# plays worker, judge and whatever else.
put("$dir/mk/pairs.mk", '');
put("$dir/bin/x", '');
copy($aisp, "$dir/aisp") or die $!;
copy($^X, "$dir/bin/$_") or die $! for qw(aisp aisp-worker judge other);
put("$dir/bin/nvidia-smi", "#!/bin/sh\n: > $dir/home/called\n"); # no GPU is reset here
chmod 0755, glob("$dir/bin/*"), "$dir/aisp";
make_path("$dir/home");
chmod 0777, "$dir/home";

my @fake = ($ENV{CC} // 'cc', qw(-std=gnu11 -D_GNU_SOURCE -Isrc -shared -fPIC -o),
	"$dir/libnvidia-ml.so.1", 'tests/fixtures/fake_nvml.c');
system(@fake) == 0 or die 'the fake NVML does not compile';

# Exit status and all output of aisp reset-gpu.
sub reset_gpu
{
	my $pid = open(my $f, '-|') // die $!;

	if (!$pid) {
		open(STDERR, '>&', \*STDOUT);
		open(STDIN, '<', '/dev/null');
		exec(@me, "$dir/aisp", 'reset-gpu', @_) or die $!;
	}
	local $/;
	my $text = <$f>;
	close $f;
	return ($? >> 8, $text);
}

sub with_gpus
{
	local $ENV{LD_LIBRARY_PATH} = $dir;

	return reset_gpu(@_);
}

# The pid of a program in a session of its own; an orphan if its parent, which
# leads that session, is to be gone.
my @started;
sub start
{
	my ($is_orphan, @argv) = @_;

	pipe(my $r, my $w);
	my $child = fork // die $!;
	if (!$child) {
		POSIX::setsid();
		my $pid = $is_orphan ? fork : 0;
		syswrite($w, $pid ? $pid : $$) if $pid || !$is_orphan;
		POSIX::_exit(0) if $pid;
		close $w;
		open(STDOUT, '>', '/dev/null');
		exec(@me, @argv) or POSIX::_exit(1);
	}
	close $w;
	waitpid($child, 0) if $is_orphan;
	my $pid = <$r>;
	push @started, $pid;
	return $pid;
}

sub is_alive
{
	my ($pid) = @_;

	open(my $f, '<', "/proc/$pid/stat") or return 0;
	return <$f> !~ /\) Z /;
}

# Wait until the process, if it was just started, is what it shall be.
sub settled
{
	my ($pid, $name) = @_;

	for (1 .. 500) {
		return $pid if (readlink("/proc/$pid/exe") // '') eq "$dir/bin/$name";
		select(undef, undef, undef, 0.01);
	}
	die "$name does not start";
}

# The pid that a started program writes into a file of this name.
sub pid_in
{
	my ($path) = @_;

	for (1 .. 500) {
		return $1 if -s $path && `cat $path` =~ /^(\d+)\n/;
		select(undef, undef, undef, 0.01);
	}
	die "$path does not appear";
}

END {
	my $status = $?;
	kill('KILL', grep { is_alive($_) } @started) if @started;
	$? = $status;
}

my ($status, $text) = reset_gpu();
is($status, 0, 'nothing to do: exit 0');
like($text, qr/^no GPU: .*libnvidia-ml/m, 'without a GPU it says so') or diag $text
	unless -e '/dev/nvidiactl';
like($text, qr/^no leftover workers$/m, 'no worker');
like($text, qr/^no cache to clear$/m, 'no cache');

# An orphan with a child of its own, and processes that look a little like one.
my $worker = "$dir/bin/aisp-worker";
my $parent = settled(start(1, $worker, '-e',
	"if (!(\$p = fork)) { exec '$worker', '-e', 'sleep 1000' } " .
	"open F, '>', '$dir/home/child'; print F \"\$p\\n\"; close F; sleep 1000"),
	'aisp-worker');
my $child = pid_in("$dir/home/child");
push @started, $child;
my $other = settled(start(1, "$dir/bin/other", '-e', 'sleep 1000', 'aisp-worker'), 'other');
{
	local $ENV{FAKE_NVML_PID} = $parent;
	($status, $text) = with_gpus('--dry-run');
}
is($status, 0, 'a dry run');
like($text, qr/^worker $parent, \d+ s old, 512 MiB on GPUs: would end$/m,
	'shows pid, age and memory') or diag $text;
like($text, qr/^worker $child, \d+ s old, 0 MiB on GPUs: would end$/m, 'of its child too');
unlike($text, qr/^worker $other\b/m, 'no process of another name');
ok(is_alive($parent) && is_alive($child), 'and ends none');

($status, $text) = reset_gpu('--json');
my $json = decode_json($text);
is($status, 0, 'reset-gpu --json');
is_deeply([sort map { "$_->{pid} $_->{end}" } @{$json->{workers}}],
	[sort "$parent ended", "$child ended"], 'ends both');
ok(!$json->{dry_run} && !defined $json->{device_reset}, 'and no more');
ok(!is_alive($parent) && !is_alive($child), 'they are gone');
ok(is_alive($other), 'the other process is not');

SKIP: {
	skip('only root can be another user', 2) if $<;
	my $foreign = do {
		local @me;
		settled(start(1, $worker, '-e', 'sleep 1000'), 'aisp-worker');
	};
	($status, $text) = reset_gpu();
	like($text, qr/^no leftover workers$/m, 'another user\'s worker is none of ours');
	ok(is_alive($foreign), 'and lives on');
	kill('KILL', $foreign);
}

my $deaf = settled(start(1, $worker, '-e', '$SIG{TERM} = "IGNORE"; ' .
	"open F, '>', '$dir/home/deaf'; print F \"\$\$\\n\"; close F; sleep 1000"),
	'aisp-worker');
pid_in("$dir/home/deaf");
($status, $text) = reset_gpu();
is($status, 0, 'a worker that ignores SIGTERM');
like($text, qr/^worker $deaf, .*: killed$/m, 'is killed');
ok(!is_alive($deaf), 'and gone');

# What is cached.
put("$ENV{XDG_CACHE_HOME}/aisp/$_", 'x') for 'pairs/a/b.so', 'machines/1/peak.json',
	'machines/1/gpu_peak.json', 'machines/1/noise.json', 'machines/1/doctor-undo.json', 'else';
put("$ENV{HOME}/.nv/ComputeCache/index", 'x');
put("$dir/home/precious/file", 'x');
system('chown', '-R', "$uid:$uid", "$dir/home") unless $<;
sub left
{
	my $list = `cd $dir/home && find cache .nv precious -type f | sort`;

	return join ' ', map { s{.*/}{}r } split /\n/, $list;
}
my $all = left();

# Judges that live: one of the name, one in the session of its worker.
my %leaves = (aisp => 'use POSIX; POSIX::setsid();', judge => '');
my @judges = map { start(0, "$dir/bin/$_", '-e',
	"if (!(\$p = fork)) { $leaves{$_} exec '$worker', '-e', 'sleep 1000' } " .
	"open F, '>', '$dir/home/$_'; print F \"\$p\\n\"; close F; sleep 1000") } qw(aisp judge);
my @busy = map { settled(pid_in("$dir/home/$_"), 'aisp-worker') } qw(aisp judge);
push @started, @busy;
($status, $text) = reset_gpu();
like($text, qr/^no leftover workers$/m, 'workers of living judges are none');
like($text, qr/^a run is under way: its caches stay$/m, 'and keep their caches');
ok((grep { is_alive($_) } @judges, @busy) == 4, 'all live on');
is(left(), $all, 'nothing is removed');
kill('KILL', @busy, @judges);
waitpid($_, 0) for @judges;

($status, $text) = reset_gpu('--dry-run', '--all');
like($text, qr{^would remove \S*/pairs \(}m, 'a dry run shows caches');
is(left(), $all, 'and removes none');
($status, $text) = reset_gpu('--json');
is(scalar @{decode_json($text)->{caches}}, 3, 'three caches');
is(left(), 'index else doctor-undo.json noise.json file',
	'are removed; what the user made and CUDA cached stays') or diag left();
{
	local $ENV{CUDA_CACHE_PATH} = "$dir/home/precious";
	reset_gpu('--all');
	like(left(), qr/index.*file/, 'a folder that is no cache of CUDA is left alone');
}
($status, $text) = reset_gpu('--all');
is(left(), 'else doctor-undo.json noise.json file', '--all: CUDA\'s cache too') or diag left();

# The GPUs themselves: never more than shown here.
($status, $text) = with_gpus('--device-reset', '--dry-run');
is($status, 0, '--device-reset --dry-run');
like($text, qr/^nvidia-smi --gpu-reset$/m, 'shows the command');
like($text, qr/^  GPU 1, NVIDIA H200: nobody uses it$/m, 'and whom it hits');
like($text, qr/^would reset$/m, 'and does not run it');
{
	local $ENV{FAKE_NVML_PID} = $$;
	($status, $text) = with_gpus('--device-reset', '--dry-run', '--gpu', '00000000:1a:00.0');
}
like($text, qr/^nvidia-smi --gpu-reset -i 00000000:1a:00.0$/m, 'one GPU');
like($text, qr/^  GPU 0, NVIDIA H200: ends the work of $$ \(/m, 'and who works there');
unlike($text, qr/GPU 1/, 'and no other');
($status, $text) = with_gpus('--device-reset', '--dry-run', '--gpu', '7');
is($status, 2, 'a GPU that is not there: exit 2');
($status, $text) = with_gpus('--device-reset', '--yes');
is($status, 2, 'without root: exit 2');
like($text, qr/needs root/, 'and why');
SKIP: {
	skip('only root gets so far', 2) if $<;
	local @me;
	local $ENV{FAKE_NVML} = '';
	($status, $text) = with_gpus('--device-reset');
	is($status, 2, 'root without a terminal and --yes: exit 2');
	like($text, qr/needs --yes/, 'and why');
}
# Another machine's /sys and /proc, whose driver is not asked.
my $tree = "$dir/tree";
my @slots = map { "$tree/sys/bus/pci/devices/0000:$_:00.0" } '1a', '1b';
for (@slots) {
	put("$_/vendor", "0x10de\n");
	put("$_/class", "0x030200\n");
	put("$_/reset", '');
}
sub use_gpu
{
	my ($pid, $name, $group) = @_;

	put("$tree/proc/$pid/comm", "$name\n");
	put("$tree/proc/$pid/cgroup", "0::$group\n");
	make_path("$tree/proc/$pid/fd");
	symlink($_->[0], "$tree/proc/$pid/fd/$_->[1]") or die $! for ['/dev/null', 0], ['/dev/nvidia0', 3], ['/dev/nvidiactl', 4];
}
sub full_system
{
	local $ENV{AISP_SYSROOT} = $tree;

	return reset_gpu('--full-system', @_);
}
($status, $text) = full_system('--dry-run');
is($status, 0, '--full-system --dry-run');
like($text, qr{^echo 1 > /sys/bus/pci/devices/0000:1a:00\.0/reset\necho 1 > /sys/bus/pci/devices/0000:1b:00\.0/reset$}m, 'shows what each device would be told');
like($text, qr{^resets, with all.*\n  no process has a GPU open$(?s:.*)^would reset$}m, 'whom it hits, and does nothing');
unlike($text, qr/^nvidia-smi/m, 'without the driver');
put("$tree/sys/fs/cgroup/system.slice/nvidia-dcgm.service/cgroup.procs", '');
use_gpu(812, 'nv-hostengine', '/system.slice/nvidia-dcgm.service');
use_gpu(4242, 'python3', '/user.slice');
($status, $text) = full_system('--dry-run');
like($text, qr{^  python3 \(4242\) has /dev/nvidia0 open: in the way, }m, 'who has a GPU open is named');
like($text, qr{^  nv-hostengine \(812\) has /dev/nvidia0 open: stopped with its service$}m, 'and who ends with a service');
SKIP: {
	skip('only root gets so far', 5) if $<;
	local @me;
	unlink "$tree/sys/fs/cgroup/system.slice/nvidia-dcgm.service/cgroup.procs"; # a real one may run here
	($status, $text) = full_system('--yes');
	is($status, 4, 'while GPUs are used: 4');
	like($text, qr/nothing was reset: 2 processes use a GPU, .*; end them, or reboot/, 'and why');
	is(-s "$slots[0]/reset", 0, 'and nothing is');
	system('rm', '-rf', "$tree/proc");
	($status, $text) = full_system('--yes');
	is($status, 0, 'else it is done') or diag($text);
	ok(-s "$slots[0]/reset" && -s "$slots[1]/reset", 'to each device');
}
system('rm', '-rf', "$tree/sys/bus");
($status, $text) = full_system('--dry-run');
is($status, 4, 'no GPU on the bus: 4');
like($text, qr{no GPU to reset: none below /sys/bus/pci/devices}, 'and where it looked');
is((with_gpus('--full-system', '--dry-run', '--gpu', '0'))[0], 2, 'of one GPU alone: exit 2');
($status, $text) = with_gpus('--full-system', '--yes');
is($status, 2, 'without root: exit 2');
like($text, qr/--full-system needs root/, 'and why');
{
	local $ENV{FAKE_NVML} = 'empty';
	($status, $text) = with_gpus('--device-reset', '--dry-run');
	is($status, 4, 'no GPU to reset: exit 4');
	like($text, qr/no GPU to reset: .*sees no GPU/, 'and why');
}
ok(!-e "$dir/home/called", 'nvidia-smi never ran');
is((reset_gpu('--yes'))[0], 2, '--yes alone: exit 2');
is((reset_gpu('--gpu', '0'))[0], 2, '--gpu alone: exit 2');
is((reset_gpu('--no-such'))[0], 2, 'a bad option: exit 2');
is((reset_gpu('word'))[0], 2, 'a stray word: exit 2');
done_testing();
