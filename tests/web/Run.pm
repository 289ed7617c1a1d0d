# SPDX-License-Identifier: MIT
#
# Run.pm - run folders of any size, made without measuring.
package Run;
use strict;
use warnings;
use Exporter 'import';
use File::Path qw(make_path);
use JSON::PP;

our @EXPORT = qw(new_run sweep_run write_run aisp_out slurp);

my $aisp = $ENV{AISP} // './aisp';

sub null { return JSON::PP::null }

# n_launches launches around `ns`; the same figures in every run of the test.
sub arm
{
	my ($variant, $class, $ns, $gb, $gflop, $n_launches) = @_;
	my $noise = sub { 1 + 0.02 * sin(37 * $_[0] + length $variant) };
	return {
		variant => $variant, device => 'cpu', class => $class, library => null(), summary => "what $variant does",
		source => "chapters/ch07/$variant.c", hash => 'ab' x 32, build => "cc -O2 $variant.c -lm",
		median_ns => $ns, gb_per_s => $gb, gflop_per_s => $gflop,
		sol => { fraction => 0.625, roof => 'DRAM, 1 thread', roof_ns => 0.625 * $ns },
		launches => [map {
			my $block = $_;
			my @samples = map { $ns * ($block < 0 ? 50 : $noise->($block + 0.1 * $_)) } 0 .. 10;
			{ block => $block, position => $class eq 'naive' ? 0 : 1, status => 'ok', cause => null(), calls_per_sample => 10,
				spawn_ns => 2000000, $class eq 'naive' && $variant =~ /w2$/ ? () : (start_ns => 1e9 * $block, wall_ns => 5e8), warmup_ns => [2 * $ns], samples_ns => \@samples,
				median_ns => $ns * $noise->($block), evidence => { n_wrong => 0 } };
		} -1 .. $n_launches - 1],
	};
}

sub comparison
{
	my ($verdict, $speedup) = @_;
	return { verdict => $verdict, why => null(), speedup => $speedup, speedup_ci => [$speedup / 1.05, $speedup * 1.05],
		confidence => 0.989, n_pairs => 10, mde => 0.02, margin => 0.01, is_decided_early => JSON::PP::true };
}

sub result
{
	my ($target, $i, $verdict, $speedup) = @_;
	my @ledger = map { my $check = $_; map { { check => $check, arm => $_, verdict => 'PASS', why => '' } } qw(baseline optimized) }
		qw(memory.stale output.drift timing.late);
	return { target => $target, chapter => 'ch07', workload => "w$i", title => "problem $i", params => { n => 1024 + $i },
		distribution => 'normal', baseline => 2 * $i, optimized => 2 * $i + 1, library => null(), status => 'measured',
		reason => null(), comparison => comparison($verdict, $speedup), vs_library => null(), ledger => \@ledger };
}

# [results, manifest] of n targets, of which the verdicts alternate.
sub new_run
{
	my ($n) = @_;
	my @verdicts = (['FASTER', 2], ['SAME', 1], ['SLOWER', 0.5], ['INCONCLUSIVE', 1.1]);
	my (@arms, @results);
	for my $i (0 .. $n - 1) {
		my ($verdict, $speedup) = @{$verdicts[$i % 4]};
		my $ns = 1000 * (1 + $i);
		push @arms, arm("baseline_w$i", 'naive', $ns * $speedup, 4 / $speedup, $i % 3 ? 1 / $speedup : 0, 10),
			arm("optimized_w$i", 'optimized', $ns, 4, $i % 3 ? 1 : 0, 10);
		push @results, result("ch07:w$i\@cpu", $i, $verdict, $speedup);
	}
	my $peaks = { schema => 1, machine => 'm', measured => '2026-11-21T00:00:00Z', threads => 2, caches => [],
		gflop_per_s => [map { { dtype => 'f32', threads => $_, best => 100 * $_, median => 90 * $_, how => 'avx2' } } 1, 2],
		gb_per_s => [map { my $l = $_; map { { level => $l->[0], stream => 'read', threads => $_, best => $l->[1] * $_,
			median => $l->[1], how => 'avx2' } } 1, 2 } ['L1', 200], ['L2', 80], ['DRAM', 8]],
		latency_ns => [] };
	return [{ schema => 1, run => { started => '2026-11-21T07:30:00Z', ended => '2026-11-21T07:31:00Z',
			command => ['aisp bench run', '--targets', 'ch07', q{it's a dir}], is_partial => JSON::PP::false, doorbell => { mode => 'spin', event_floor_ns => undef }, seed => 'ab' x 16,
			grade => 'C', grade_why => ['virtual (KVM)'] }, arms => \@arms, results => \@results },
		{ schema => 1, host => 'box', compiler => 'cc 12.2', git => { commit => '01234567' x 5, is_dirty => JSON::PP::false },
			hardware => { cpu_model => 'a processor', cores => 2 }, peaks => $peaks, libraries => [] }];
}

# Three variants over sizes of n: `tiled` is slow where n is small and passes the
# baseline between the sizes 256 and 1024, near 512; `like` takes as long as `tiled`.
sub sweep_run
{
	my @sizes = @_ ? @_ : (64, 256, 1024, 4096);
	my $run = new_run(0);
	for my $n (@sizes) {
		my $first = @{$run->[0]{arms}};
		my %ns = (baseline_t => 10 * $n, optimized_tiled => 2560 + 5 * $n, optimized_like => 1.001 * (2560 + 5 * $n));
		push @{$run->[0]{arms}}, map { arm($_, /^b/ ? 'naive' : 'optimized', $ns{$_}, 4, 0, 10) } sort keys %ns;
		for my $k (1, 2) {
			my ($name) = (sort keys %ns)[$k] =~ /_(.*)/;
			my $r = result("ch07:$name\@cpu", 0, $n < 512 ? 'SLOWER' : 'FASTER', $ns{baseline_t} / $ns{"optimized_$name"});
			@$r{qw(workload params baseline optimized)} = ('t', { n => $n, k => 8 }, $first, $first + $k);
			push @{$run->[0]{results}}, $r;
		}
	}
	return $run;
}

sub write_run
{
	my ($folder, $run) = @_;
	my $json = JSON::PP->new->utf8->canonical;
	make_path($folder);
	for (['results.json', $run->[0]], ['manifest.json', $run->[1]]) {
		open my $f, '>:raw', "$folder/$_->[0]" or die "$folder/$_->[0]: $!";
		print $f $json->encode($_->[1]);
		close $f;
	}
	return $folder;
}

# (exit status, standard output and error) of aisp.
sub aisp_out
{
	my @words = @_;
	my $pid = open(my $f, '-|') // die "fork: $!";
	if (!$pid) {
		open STDERR, '>&', \*STDOUT;
		exec $aisp, @words or exit 127;
	}
	local $/;
	my $out = <$f> // '';
	close $f;
	return ($? >> 8, $out);
}

sub slurp
{
	open my $f, '<:raw', $_[0] or return;
	local $/;
	return scalar <$f>;
}

1;
