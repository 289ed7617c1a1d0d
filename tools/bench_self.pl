#!/usr/bin/perl
# bench_self.pl - how well aisp measures, in figures, from its own runs.  It
# prints and asserts nothing: figures depend on the machine and its load.
#     make bench-self            all, about five minutes
#     tools/bench_self.pl NAME   one of: doorbell aa planted gemm stream suite start
#                                ranks ranks_gpu, which take long: N comparisons (100),
#                                each a line more in the file AA (build/aa.jsonl), of
#                                which all count
use strict;
use warnings;
use JSON::PP;
use File::Temp qw(tempdir);
use List::Util qw(max sum0);
use Time::HiRes qw(time);

my $dir = tempdir(CLEANUP => 1);

sub row { printf "%-58s %-14s %s\n", @_ }

sub aisp_json {
	my @args = @_;
	open my $pipe, '-|', './aisp', @args, '--json' or die "./aisp: $!\n";
	my $text = do { local $/; <$pipe> };
	close $pipe;
	return decode_json($text);
}

sub bench { return aisp_json('bench', 'run', '--no-history', '--artifacts-dir', $dir, @_) }

sub median {
	my @x = sort { $a <=> $b } @_;
	return @x % 2 ? $x[$#x / 2] : ($x[@x / 2] + $x[@x / 2 - 1]) / 2;
}

# The arm of a target's optimized variant.
sub arm {
	my ($run, $target) = @_;
	my ($result) = grep { $_->{target} =~ /^\Q$target\E\@/ } @{ $run->{results} };
	return $run->{arms}[$result->{optimized}];
}

sub doorbell {
	my (@bias, @residual, @spawn);
	for (1 .. 11) {
		my $run = bench('--targets', 'tools/self', '--iterations', 3);
		my $bell = $run->{run}{doorbell};
		push @bias, $bell->{bias_ns} + $bell->{bias_per_call_ns};
		push @residual, abs $bell->{residual_ns};
		push @spawn, map { $_->{spawn_ns} } map { @{ $_->{launches} } } @{ $run->{arms} };
	}
	row('added to a call by the outside clock, median of 11', '<= 100 ns',
		sprintf '%.1f ns', median(@bias));
	row('residual bias after calibration, median of 11', '<= 10 ns',
		sprintf '%.1f ns', median(@residual));
	row('spawn to first sample, median of ' . @spawn . ' launches', '<= 3 ms',
		sprintf '%.2f ms', median(@spawn) / 1e6);
}

sub aa {
	my $noise = aisp_json('doctor', '--noise=300', '--targets', 'tools/self');
	row("A/A comparisons ($noise->{n_comparisons}) called FASTER or SLOWER", '<= 1 %',
		sprintf '%.2f %%', 100 * $noise->{n_differing} / $noise->{n_comparisons});
}

# Earlier comparisons of a target's baseline with itself, by any run.
sub aa_of {
	my ($what, $target) = @_;
	my $file = $ENV{AA} // 'build/aa.jsonl';
	my $json = JSON::PP->new->canonical;
	for (1 .. $ENV{N} // 100) {
		my $noise = eval { aisp_json('doctor', '--noise=1', '--targets', $target) } or last;
		open my $out, '>>', $file or die "$file: $!\n";
		print $out $json->encode({ %$noise, target => $target }), "\n";
		close $out or die "$file: $!\n";
	}
	open my $in, '<', $file or return row("A/A of $what", '<= 1 %', 'not measured');
	my @all = grep { $_->{target} eq $target } map { $json->decode($_) } <$in>;
	my ($n, $differing) = map { my $key = $_; sum0 map { $_->{$key} } @all } qw(n_comparisons n_differing);
	row("A/A of $what ($n) called FASTER or SLOWER", '<= 1 %', $n ? sprintf '%.2f %%', 100 * $differing / $n : 'not measured');
}

sub ranks {
	my $run = bench('--targets', 'ch04:allreduce_one_shot@cpu', '--param', 'elems=1024', '--pairs', 10);
	my $skew_ns = arm($run, 'ch04:allreduce_one_shot')->{collective}{start_skew_ns};
	row("start skew p99 of two ranks, grade $run->{run}{grade}", '<= 1 us', sprintf '%.2f us', $skew_ns / 1e3);
	aa_of('an all-reduce of 2 ranks', 'ch04:allreduce_one_shot@cpu');
}

sub ranks_gpu { aa_of('an all-reduce of 2 GPUs', 'ch04:allreduce_bf16_packets@cuda') }

sub planted {
	my $n = 40;
	my $faster = sum0 map {
		bench('--targets', 'tools/self')->{results}[0]{comparison}{verdict} eq 'FASTER'
	} 1 .. $n;
	row("a planted 3 % gain called FASTER, of $n", '>= 95 %',
		sprintf '%.1f %%', 100 * $faster / $n);
}

sub gemm {
	my $run = bench('--targets', 'ch09:gemm_simd', '--baseline', 'library',
		map { ('--param', "$_=2048") } qw(m n k));
	my $result = $run->{results}[0];
	row('sgemm 2048, 1 thread: best variant over oneDNN', '>= 0.95',
		sprintf '%.3f [%.3f, %.3f], %.0f against %.0f GFLOP/s',
		$result->{comparison}{speedup}, @{ $result->{comparison}{speedup_ci} },
		map { $run->{arms}[$result->{$_}]{gflop_per_s} } qw(optimized baseline));
}

sub stream {
	my $peak = aisp_json('peak', '--refresh');
	my $run = bench('--targets', 'ch07:triad*', '--targets', 'ch07:copy*', '--targets',
		'ch07:reduce*', '--preset', 'large');
	for my $name (qw(triad copy reduce)) {
		my ($best) = sort { $b->{sol}{fraction} <=> $a->{sol}{fraction} }
			map { $run->{arms}[$_->{optimized}] }
			grep { $_->{workload} eq $name && $_->{status} eq 'measured' }
			@{ $run->{results} };
		row("$name: best variant against the DRAM peak", '>= 0.90',
			sprintf '%.3f  %s at %.1f GB/s', $best->{sol}{fraction}, $best->{variant},
			$best->{gb_per_s});
	}
}

# All calls of all launches: what a harness without any protection could not avoid.
# Calls in one launch of an arm.
sub calls_of {
	my ($launch) = @{ $_[0]{launches} }[-1];
	return $launch->{calls_per_sample} * (@{ $launch->{warmup_ns} } + @{ $launch->{samples_ns} });
}

# Seconds of one life of each variant, by name, with n calls on inputs made once.
sub lives {
	my ($targets, $n) = @_;
	my %s;
	open my $pipe, '-|', qw(./aisp bare --time --baselines --preset default), '--targets', $targets,
		'--calls', $n or die "./aisp: $!\n";
	while (<$pipe>) {
		$s{$1} = $2 / 1e3 if /^timed +(baseline_\w+)\.\w+: .* (\S+) ms in all/;
		$s{"optimized_$1"} = $2 / 1e3 if /^timed +\w+:(\w+)\@\w+: .* (\S+) ms in all/;
	}
	close $pipe;
	return \%s;
}

# Seconds of the same launches without protection against the variants.
sub unprotected_s {
	my ($run, $targets) = @_;
	my ($s, %lives) = (0);
	for my $arm (@{ $run->{arms} }) {
		my $n = calls_of($arm);
		$lives{$n} //= lives($targets, $n);
		$s += @{ $arm->{launches} } * $lives{$n}{ $arm->{variant} };
	}
	return $s;
}

sub suite {
	my $start = time;
	my $run = bench('--targets', 'ch01');
	my $s = time - $start;
	row('aisp bench run --targets ch01', '<= 90 s', sprintf '%.1f s', $s);
	row('the same over that of its launches unprotected', '<= 3', sprintf '%.2f', $s / unprotected_s($run, 'ch01'));
}

sub start {
	for my $args ('--help', 'bench list-targets') {
		my @ms = map {
			my $start = time;
			system("./aisp $args >/dev/null") == 0 or die "./aisp $args failed\n";
			1e3 * (time - $start);
		} 1 .. 11;
		row("aisp $args, median of 11", '<= 20 ms', sprintf '%.1f ms', median(@ms));
	}
}

my %all = (
	doorbell => \&doorbell, aa => \&aa, planted => \&planted, gemm => \&gemm,
	stream => \&stream, suite => \&suite, start => \&start, ranks => \&ranks, ranks_gpu => \&ranks_gpu,
);
my @names = @ARGV ? @ARGV : qw(start doorbell stream gemm suite planted aa);
for (@names) { $all{$_} or die "bench_self.pl: no figure '$_'\n" }
row('what', 'target', 'measured');
$| = 1;
$all{$_}->() for @names;
