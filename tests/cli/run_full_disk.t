#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A disk that fills: a run is kept without what can be made from it again.  One that
# cannot be written at all is told before anything is measured.
# RUN: test-all parallel
use strict;
use warnings;
use Cwd qw(abs_path);
use Test::More;
use lib 'tests/exploits';
use Bench;

$ENV{AISP_LOCK_DIR} = artifacts(); # no figure matters here: wait for nobody

my @run = ('bench', 'run', '--iterations', 2, '--targets', 'tests/exploits/output:poly_approximation_drift_honest');
my $dir = artifacts();

# A small disk of this test's own, in a mount namespace.
my $mount = qx(unshare -m sh -c 'mount -t tmpfs -o size=250k tmpfs $dir' 2>&1);
plan skip_all => "no mounts allowed here: $mount" if $?;
aisp(@run, '--artifacts-dir', artifacts()); # build

my $log = artifacts();
sub on_small_disk
{
	my ($options) = @_;
	local $ENV{XDG_CACHE_HOME} = abs_path(".") . "/" . ($ENV{B} // "build") . "/test-cache"; # as Bench has it
	local $ENV{AISP_HISTORY} = 'off';
	my $aisp = $ENV{AISP} // './aisp';
	system('unshare', '-m', 'sh', '-c', qq{
		mount -t tmpfs -o size=250k tmpfs '$dir' && mount -o remount,$options '$dir' &&
		{ $aisp @run --pairs 3 --artifacts-dir '$dir' > '$log/out' 2> '$log/err'; echo \$? > '$log/status'; }
		cp -r '$dir' '$log/kept-$options'});
	chomp(my $status = read_file("$log/status") // '');
	return ($status, read_file("$log/err"), folders("$log/kept-$options"));
}

my ($status, $err, @folders) = on_small_disk('rw');
isnt($status, 4, 'a disk without room for report.html does not fail a run');
is(scalar @folders, 1, 'its folder is there');
ok(-s "$folders[0]/$_", $_) for qw(manifest.json results.json results.md results.csv roofline.svg);
ok(!-e "$folders[0]/report.html", 'without report.html');
like($err, qr{no report\.html in the run folder: .*No space left on device}, 'and it says so');
is_deeply([grep { !m{/\.\.?$} } glob("$log/kept-rw/.*")], [], 'nothing else is left');

($status, $err, @folders) = on_small_disk('ro');
is($status, 4, 'a read-only disk: 4');
like($err, qr/Read-only file system.*--artifacts-dir/, 'named, with the remedy');
is(scalar @folders, 0, 'nothing there');
# A disk that fills while the run measures: the table is printed, and the run is elsewhere.
my $data = artifacts();
{
	local $ENV{XDG_CACHE_HOME} = abs_path(".") . "/" . ($ENV{B} // "build") . "/test-cache";
	local $ENV{XDG_DATA_HOME} = $data;
	local $ENV{AISP_HISTORY} = 'off';
	my $aisp = $ENV{AISP} // './aisp';
	system('unshare', '-m', 'sh', '-c', qq{
		mount -t tmpfs -o size=400k tmpfs '$dir'
		{ $aisp @run --pairs 12 --artifacts-dir '$dir' > '$log/out' 2> '$log/err'; echo \$? > '$log/status'; } &
		while ! grep -qs '"kind":"launch"' '$dir'/.tmp-*/journal.jsonl; do sleep 0.05; done
		cat /dev/zero > '$dir/full' 2> '$log/cat'
		wait});
}
chomp($status = read_file("$log/status") // '');
my $out = read_file("$log/out");
is($status, 4, 'a disk that fills in the middle: 4');
like($out, qr/^output:poly_approximation_drift_honest\@cpu\s+[A-Z]+/m, 'the table is printed');
my ($rescued) = folders("$data/aisp/rescued");
ok($rescued && -s "$rescued/$_", "elsewhere: $_") for qw(manifest.json results.json journal.jsonl);
like(read_file("$log/err"), qr/No space left on device.*; the run is in \Q$rescued\E instead/, 'which stderr names');
like($out, qr/^run folder: \Q$rescued\E$/m, 'and the table too');
is(aisp('bench', 'recheck', $rescued)->{out} =~ /^journal: intact$/m, 1, 'it is whole');

# Without room for objects no source is accused.
system('unshare', '-m', 'sh', '-c', qq{
	mount -t tmpfs -o size=100k tmpfs '$dir'
	XDG_CACHE_HOME='$dir' @{[$ENV{AISP} // './aisp']} build $run[-1] > '$log/out' 2> '$log/err'; echo \$? > '$log/status'});
chomp($status = read_file("$log/status") // '');
is($status, 4, 'a disk without room for an object: 4');
like(read_file("$log/err"), qr/^aisp build: .*\(only \d+ KiB are free in \Q$dir\E.*: make room/, 'which is said');
unlike(read_file("$log/out"), qr/does not compile/, 'and no source is accused');

# A checkout that cannot be written: the cache has the objects.
system('unshare', '-m', 'sh', '-c', qq{
	mount --bind . . && mount -o remount,bind,ro . && cd "\$PWD"
	XDG_CACHE_HOME='$dir' @{[$ENV{AISP} // './aisp']} build ch01:goodput\@cpu > '$log/out' 2> '$log/err'; echo \$? > '$log/status'});
chomp($status = read_file("$log/status") // '');
is($status, 0, 'a checkout that cannot be written') or diag(read_file("$log/err"));
ok(-s "$dir/aisp/pairs/chapters/ch01_basics/optimized_goodput.c.so", 'the objects are in the cache');

# One without room for the run is told before anything is measured.
system('unshare', '-m', 'sh', '-c', qq{
	mount -t tmpfs -o size=100k tmpfs '$dir'
	XDG_CACHE_HOME='@{[abs_path(".") . "/" . ($ENV{B} // "build") . "/test-cache"]}' AISP_HISTORY=off \
	@{[$ENV{AISP} // './aisp']} @run --artifacts-dir '$dir' > '$log/out' 2> '$log/err'; echo \$? > '$log/status'});
chomp($status = read_file("$log/status") // '');
is($status, 4, 'a disk too small: 4');
like(read_file("$log/err"), qr/MiB free, and this run needs about .*--artifacts-dir/, 'with what it needs');
is(read_file("$log/out"), '', 'nothing is measured');
done_testing();
