#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# SIGKILL of aisp at any moment: earlier runs stay as they are, nothing is left
# but a temporary folder, and the worker dies too.
# RUN: parallel
use strict;
use warnings;
use Digest::SHA;
use File::Find;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir = artifacts();
my @run = ('bench', 'run', '--iterations', 2, '--artifacts-dir', $dir, '--targets',
	'tests/exploits/output:poly_approximation_drift_honest');

# Path and SHA-256 of every file below the folders.
sub contents
{
	my %sum;
	find(sub {
		$sum{$File::Find::name} = Digest::SHA->new(256)->addfile($_)->hexdigest if -f;
	}, @_);
	return \%sum;
}

sub hidden
{
	return grep { !m{/\.\.?$} } glob("$dir/.*");
}

my $whole = aisp(@run);
like($whole->{status}, qr/^[05]$/, 'a run') or BAIL_OUT($whole->{err});
my @before = folders($dir);
my $sums = contents(@before);

# The run takes about a second; the last of the moments lie where it is saved.
my $n_workers = 0;
for my $step (1 .. 12) {
	my $p = start(@run);
	select(undef, undef, undef, rand(0.15) + 0.12 * $step);
	for (1 .. ($step == 1 ? 1200 : 0)) { # its workers are still to come
		last if grep { /aisp-worker/ } leftovers($p->{pid});
		select(undef, undef, undef, 0.05);
	}
	$n_workers++ if grep { /aisp-worker/ } leftovers($p->{pid});
	kill 'KILL', $p->{pid};
	finish($p);
	ok(is_leftover_free($p->{pid}), "kill $step: the worker dies with its judge")
		or diag(leftovers($p->{pid}));
}
cmp_ok($n_workers, '>', 0, 'some of them had a worker');
is_deeply(contents(@before), $sums, 'earlier runs are byte for byte what they were');
for my $folder (folders($dir)) {
	my @missing = grep { !-s "$folder/$_" } qw(manifest.json results.json results.md results.csv);
	is_deeply(\@missing, [], 'a folder that is there is whole');
}
is_deeply([grep { !m{/\.tmp-[0-9a-f]{16}$} } hidden()], [], 'nothing hidden but .tmp- folders');
is(aisp('clean', '--force', '--artifacts-dir', $dir)->{status}, 0, 'aisp clean --force');
is_deeply([hidden()], [], 'removes those');
is_deeply(contents(@before), $sums, 'and nothing else');
done_testing();
