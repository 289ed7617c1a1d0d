# SPDX-License-Identifier: MIT
#
# Saved.pm - run folders written by a test, with figures that it chose.
package Saved;
use strict;
use warnings;
use Exporter 'import';
use File::Path qw(make_path);
use JSON::PP;

our @EXPORT = qw(save_run);

my $n_saved = 0;

# save_run(FOLDER, target => ..., speedup => ..., ...): one result, whose intervals
# are 2 % wide on either side.
sub save_run
{
	my ($folder, %of) = @_;
	my $x = $of{speedup} // 2;
	my $time = 1000 / $x;
	my $commit = $of{commit} // 'a1';
	my $launches = sub {
		my ($ns) = @_;
		return [map { { block => $_, status => 'ok',
			median_ns => $ns * (1 + ($_ % 3 - 1) / 1000) } } 0 .. 9];
	};
	my $comparison = { verdict => $of{verdict} // 'FASTER', speedup => $x,
		speedup_ci => [$x * 0.98, $x * 1.02], confidence => 0.989, n_pairs => 10,
		mde => 0.01, margin => 0.01, why => $of{why} };
	my $results = {
		schema => 1,
		run => { started => $of{started} // '2026-11-21T09:00:00Z',
			ended => '2026-11-21T09:01:00Z', grade => $of{grade} // 'C',
			grade_why => [], seed => sprintf('%032x', ++$n_saved),
			left_out => $of{left_out} // [] },
		arms => [
			{ variant => 'baseline_t', device => 'cpu', class => 'naive',
				launches => $launches->(1000), median_ns => 1000 },
			{ variant => 'optimized_t', device => 'cpu', class => 'optimized',
				launches => $launches->($time), median_ns => $time,
				hash => 'ab' x 32 } ],
		results => [ { target => $of{target} // 'ch07:t@cpu', workload => 't',
			directory => $of{directory},
			params => { n => $of{n} // 4 }, distribution => 'normal',
			baseline => 0, optimized => 1, status => $of{status} // 'measured',
			reason => undef, comparison => $comparison, ledger => [] } ],
	};
	my $manifest = { schema => 1, time => '2026-11-21T09:01:00Z', host => 'box',
		compiler => $of{compiler} // 'cc 12',
		git => { commit => $commit x 20, is_dirty => JSON::PP::false },
		hardware => { arch => 'x86_64', cpu_model => $of{cpu} // 'AMD EPYC 9755',
			cores => 2, cpus_present => 2, memory_bytes => 2**33,
			hypervisor => 'KVM', kernel => 'Linux 6.1',
			($of{gpu} ? (gpu => { driver => '580.1', devices => [{ name => $of{gpu} }] }) : ()) } };
	make_path($folder);
	for (['results.json', $results], ['manifest.json', $manifest]) {
		open my $f, '>', "$folder/$_->[0]" or die "$folder: $!";
		print $f JSON::PP->new->canonical->utf8->encode($_->[1]);
		close $f or die "$folder: $!";
	}
	return $results;
}

1;
