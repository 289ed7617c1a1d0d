#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A counter of energy that sees its readers: the worker stands still at each reading.
use strict;
use warnings;
use File::Path qw(make_path);
use JSON::PP;
use POSIX qw(mkfifo);
use Test::More;
use lib 'tests/exploits', 'tests/cli';
use Bench;
use Tiny;

my $dir = artifacts();
my $zone = "$dir/sys/class/powercap/intel-rapl:0";
make_path($zone);
write_file("$zone/name", "package-0\n");
mkfifo("$zone/$_", 0600) or die "$_: $!" for qw(energy_uj max_energy_range_uj);
tiny_pair($dir);

# States of the test's workers; a FIFO opens when the reader does, so they are those of that moment.
sub states
{
	my ($session) = @_;
	return map { (read_file($_) // '') =~ /^\d+ \(aisp-worker.*\) (\S) \d+ \d+ $session /s ? $1 : () }
		grep { -e } glob('/proc/[0-9]*/stat');
}

sub answer
{
	my ($file, $text) = @_;
	open my $f, '>', "$zone/$file" or POSIX::_exit(1);
	$text = $text->() if ref $text;
	print $f "$text\n";
	close $f;
}

$ENV{AISP_SYSROOT} = $dir;
my $p = start('bench', 'run', '--artifacts-dir', "$dir/runs", '--iterations', 3, '--pairs', 3, "$dir:one");
my $counter = fork // die;
if (!$counter) {
	for (my $uj = 0;; $uj += 250_000) {
		answer('energy_uj', sub {
			open my $log, '>>', "$dir/states";
			print $log join('', states($p->{pid})), "\n";
			return $uj;
		});
		answer('max_energy_range_uj', '1000000000000');
	}
}
my $r = finish($p);
kill 'KILL', $counter;
waitpid($counter, 0);
ok($r->{status} == 0 || $r->{status} == 5, 'a run') or diag($r->{err});
my @states = split /\n/, read_file("$dir/states");
cmp_ok(scalar @states, '>', 10, 'reads the counter');
is_deeply([grep { !/^T+$/ } @states], [], 'while the worker stands still');
$r->{results} = decode_json(read_file((folders("$dir/runs"))[0] . '/results.json'));
is_deeply([map { $_->{energy_j} } @{$r->{results}{arms}}], [0.25, 0.25], 'one for the call between two of them');
done_testing();
