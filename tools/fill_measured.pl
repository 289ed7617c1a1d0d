#!/usr/bin/perl
# fill_measured.pl RUN... - put what runs measured into the chapters' README files.
# Behind each line `<!-- measured: ch07:transpose_tiled -->` stands one paragraph about
# that target on the CPU, behind `<!-- measured: ch07:transpose@cuda -->` one about a
# workload's targets on a GPU that have no comment of their own; no figure in it is
# typed by hand.  A comment that does not have a line to itself would never be filled:
# then nothing is, and it is named.
use strict;
use warnings;
use JSON::PP;

my $comment = qr/<!-- measured: (\S+) -->\n/;

sub content {
	my ($path) = @_;
	open my $f, '<', $path or die "$path: $!\n";
	return do { local $/; <$f> };
}

sub load {
	return decode_json(content(@_));
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
	my $params = join ' ', map { "$_=$r->{params}{$_}" } sort keys %{ $r->{params} // {} };
	my $text = "`$name`" . ($params ? " ($params): " : ': ') . ratio($r->{comparison}, "the $base->{class} baseline");
	$text .= '; ' . duration($arm->{median_ns}) . ' a call';
	$text .= sprintf ', %.1f %% of the limit (%s)', 100 * $arm->{sol}{fraction},
		$arm->{sol}{roof} if $arm->{sol};
	$text .= sprintf '; %.3gx the speed of %s', $r->{vs_library}{speedup},
		$run->{arms}[$r->{library}]{library} if $r->{vs_library} && defined $r->{vs_library}{speedup_ci}[0];
	return $text;
}

# What is said of a target: its key, the key of its workload, where it was measured, and
# the text.
my @measured;
for my $folder (@ARGV) {
	my ($run, $manifest) = map { load("$folder/$_.json") } qw(results manifest);
	my $hw = $manifest->{hardware};
	my $gpu = $hw->{gpu}{devices} ? $hw->{gpu}{devices}[0]{name} : undef;
	for my $r (@{ $run->{results} }) {
		my ($chapter, $name, $device) = $r->{target} =~ /^([^:]*):(.*)(@\w+)$/;
		my ($home, $key) = map { "$chapter:$_" . ($device eq '@cpu' ? '' : $device) } $r->{workload}, $name;
		my $text = target($run, $r) // next;
		my $where = sprintf 'Measured on %s (%s), grade %s, %s, commit %.10s',
			$device eq '@cuda' ? $gpu // 'a GPU' : $hw->{cpu_model},
			$hw->{hypervisor} || 'bare metal', $run->{run}{grade},
			substr($run->{run}{started}, 0, 10), $manifest->{git}{commit} // 'none';
		push @measured, { home => $home, key => $key, where => $where, text => "$text." };
	}
}

# The same of the paragraph behind the comment of KEY.
sub said {
	my ($home, $paragraph) = @_;
	my ($chapter, $device) = $home =~ /^([^:]*):[^@]*(.*)$/;
	my @said;
	for my $part (split /(?<=\.) (?=Measured on )/, $paragraph =~ s/\n//r) {
		my ($where, $texts) = $part =~ /^(.*?): (`.*)$/ or next;
		for my $text (split /(?<=\.) (?=`)/, $texts) {
			my ($name) = $text =~ /^`([^`]*)`/;
			push @said, { home => $home, key => "$chapter:$name$device", where => $where, text => $text };
		}
	}
	return @said;
}

# What stands behind the comments of one page afterwards, by their keys.  A target that
# was not measured keeps its text, which goes to its own comment if there is one now.
sub paragraphs {
	my ($page) = @_;
	my (%has, %is_new, %about, %last, @said);
	while ($page =~ /^$comment((?:Measured on [^\n]*\n)?)/gm) {
		$has{$1} = 1;
		push @said, said($1, $2);
	}
	$is_new{$_->{key}} = 1 for @measured;
	for my $x ((grep { !$is_new{$_->{key}} } @said), @measured) {
		my $key = $has{$x->{key}} ? $x->{key} : $x->{home};
		$about{$key} .= ($last{$key} // '') eq $x->{where} ? " $x->{text}" :
			($about{$key} ? ' ' : '') . "$x->{where}: $x->{text}";
		$last{$key} = $x->{where};
	}
	return \%about;
}

# Comments that the substitution below would pass over.
sub misplaced {
	my ($path, $text) = @_;
	my ($n, @found) = (0);
	for my $line (split /^/, $text) {
		$n++;
		push @found, "$path:$n: a `measured:` comment without a line to itself\n"
			if $line =~ /<!--\s*measured\b/ && $line !~ /\A$comment\z/;
	}
	return @found;
}

my %text = map { $_ => content($_) } glob 'chapters/*/README.md labs/*/README.md';
my @misplaced = map { misplaced($_, $text{$_}) } sort keys %text;
if (@misplaced) {
	print STDERR @misplaced;
	exit 1;
}

for my $readme (sort keys %text) {
	my $text = $text{$readme};
	my $about = paragraphs($text);
	$text =~ s{^($comment)(?:Measured on [^\n]*\n)?}{$1 . ($about->{$2} ? "$about->{$2}\n" : '')}gme;
	open my $f, '>', $readme or die "$readme: $!\n";
	print $f $text;
	close $f or die "$readme: $!\n";
}
