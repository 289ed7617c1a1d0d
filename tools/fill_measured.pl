#!/usr/bin/perl
# fill_measured.pl RUN... - put what runs measured into the chapters' README files.
# Behind each line `<!-- measured: ch07:transpose -->` stands one paragraph about
# that workload's targets on the CPU, behind `<!-- measured: ch07:transpose@cuda -->`
# about those on a GPU; no figure in it is typed by hand.
use strict;
use warnings;
use JSON::PP;

sub load {
	my ($path) = @_;
	open my $f, '<', $path or die "$path: $!\n";
	return decode_json(do { local $/; <$f> });
}

sub duration {
	my ($ns) = @_;
	my @units = ([1e9, 's'], [1e6, 'ms'], [1e3, 'us'], [1, 'ns']);
	my ($unit) = grep { $ns >= $_->[0] } @units;
	$unit //= $units[-1];
	return sprintf '%.3g %s', $ns / $unit->[0], $unit->[1];
}

sub ratio {
	my ($c, $what) = @_;
	return sprintf '%s, %.3gx [%.3g, %.3g] the speed of %s', $c->{verdict}, $c->{speedup},
		@{ $c->{speedup_ci} }, $what;
}

sub target {
	my ($run, $r) = @_;
	my ($name) = $r->{target} =~ /:(.*)\@/;
	return if $r->{status} eq 'not run';
	return "`$name` was $r->{status} ($r->{reason})" if $r->{status} ne 'measured';
	return "`$name` is INVALID" if $r->{comparison}{verdict} eq 'INVALID';
	return if !defined $r->{comparison}{speedup_ci}[0]; # too few pairs to say
	my ($arm, $base) = map { $run->{arms}[$r->{$_}] } qw(optimized baseline);
	my $text = "`$name`: " . ratio($r->{comparison}, "the $base->{class} baseline");
	$text .= '; ' . duration($arm->{median_ns}) . ' a call';
	$text .= sprintf ', %.1f %% of the limit (%s)', 100 * $arm->{sol}{fraction},
		$arm->{sol}{roof} if $arm->{sol};
	$text .= sprintf '; %.3gx the speed of %s', $r->{vs_library}{speedup},
		$run->{arms}[$r->{library}]{library} if $r->{vs_library} && defined $r->{vs_library}{speedup_ci}[0];
	return $text;
}

my %about;
for my $folder (@ARGV) {
	my ($run, $manifest) = map { load("$folder/$_.json") } qw(results manifest);
	my %targets;
	for my $r (@{ $run->{results} }) {
		my ($chapter, $device) = $r->{target} =~ /^([^:]*):.*(@\w+)$/;
		my $key = "$chapter:$r->{workload}" . ($device eq '@cpu' ? '' : $device);
		push @{ $targets{$key} }, target($run, $r);
	}
	my $hw = $manifest->{hardware};
	my $gpu = $hw->{gpu}{devices} ? $hw->{gpu}{devices}[0]{name} : undef;
	for my $key (grep { @{ $targets{$_} } } keys %targets) {
		my $where = sprintf 'Measured on %s (%s), grade %s, %s, commit %.10s',
			$key =~ /\@cuda$/ ? $gpu // 'a GPU' : $hw->{cpu_model},
			$hw->{hypervisor} || 'bare metal', $run->{run}{grade},
			substr($run->{run}{started}, 0, 10), $manifest->{git}{commit} // 'none';
		$about{$key} = "$where: " . join('. ', @{ $targets{$key} }) . ".\n";
	}
}

for my $readme (glob 'chapters/*/README.md labs/*/README.md') {
	open my $f, '<', $readme or die "$readme: $!\n";
	my $text = do { local $/; <$f> };
	$text =~ s{^(<!-- measured: (\S+) -->\n)((?:Measured on [^\n]*\n)?)}{$1 . ($about{$2} // $3)}gme;
	open $f, '>', $readme or die "$readme: $!\n";
	print $f $text;
	close $f or die "$readme: $!\n";
}
