#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# While a run lasts, a note below its artifacts says where it stands.
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir_of_pairs = 'tests/exploits/location';
my @run = ('bench', 'run', '--iterations', 20, '--preset', 'small',
	'--targets', "$dir_of_pairs:early_warmup_computation_honest",
	'--targets', "$dir_of_pairs:poly_background_thread_honest");
aisp('build', @run[7, 9]);
my $dir = artifacts();
my $p = start(['sh', '-c', 'exec "$@" <&- >&- 2>&-', 'sh'], @run, '--artifacts-dir', $dir);
my $note = '';
for (1 .. 600) {
	my ($file) = glob("$dir/.tmp-*/progress");
	$note = read_file($file) // '' if $file;
	last if $note =~ /^block [1-9]/m;
	select undef, undef, undef, 0.05;
}
like($note, qr/^started \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m, 'when it started');
like($note, qr/^command aisp bench run --iterations 20 /m, 'its command');
like($note, qr/^target location:early$/m, 'what it measures');
like($note, qr/^group 1 2$/m, 'the first group of several');
like($note, qr/^block [1-9]\d* 10$/m, 'a block before the next look');
# A file that takes the place of an output that is closed would hold what is printed.
for my $fd (0 .. 2) {
	like(readlink("/proc/$p->{pid}/fd/$fd"), qr{^/dev/null$}, "a closed $fd is no file of the run");
}
kill 'TERM', $p->{pid};
finish($p);
is(scalar(my @left = glob("$dir/.tmp-*")), 0, 'when it has ended the note is gone');
my @folders = folders($dir);
is(scalar @folders, 1, 'and its folder is there');
done_testing();
