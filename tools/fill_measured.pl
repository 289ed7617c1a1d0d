#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# fill_measured.pl [--check] [RUN...] - put what was measured into the lessons' README
# files: what is recorded in ./expectations, and what runs found.  Behind each line
# `<!-- measured: ch07:transpose_tiled -->` stands a table about that target on the CPU,
# behind `<!-- measured: ch07:transpose@cuda -->` one about a workload's targets on a GPU
# that have no comment of their own, for each machine and commit; no figure in it is typed
# by hand.  What is not measured is named.  --check only says which page is out of date.
# A comment that does not have a line to itself, or is about no target of the lesson, would
# never be filled: then nothing is, and it is named.
use strict;
use warnings;
use FindBin;
use JSON::PP;
use lib "$FindBin::Bin/course";
use Lessons qw(content replace lessons variants expectations duration ratio verdict);

my $comment = qr/<!-- measured: (\S+) -->\n/;
my $block = qr/(?:Measured on [^\n]*:\n\n(?:\|[^\n]*\n)+\n?|No recorded run has [^\n]*\n\n?)*/;
my @columns = ('variant', 'verdict', 'speedup', 'over', 'time a call', 'of the limit', 'over the library', 'remark');
my $is_check = @ARGV && $ARGV[0] eq '--check' ? shift @ARGV : '';

# No score is better than its bound: the smaller of both is a share of the larger.
sub score_share
{
	my ($value, $bound) = @_;
	return sprintf '%.1f %% of the best score', 100 * ($value < $bound ? $value / $bound : $bound / $value);
}

sub share
{
	my ($fraction, $roof, $bound_by) = @_;
	return $bound_by ? "no roof: $bound_by" : '' if !defined $fraction;
	return sprintf('%.1f %%', 100 * $fraction) . ($roof ? ", $roof" : '');
}

# The cells of a target in a run, or none if nothing can be said.
sub cells
{
	my ($run, $r) = @_;
	my ($name) = $r->{target} =~ /:(.*)\@/;
	return if $r->{status} eq 'not run';
	my %c = (variant => "`$name`");
	return { %c, verdict => $r->{status}, remark => $r->{reason} } if $r->{status} ne 'measured';
	return { %c, verdict => 'INVALID' } if $r->{comparison}{verdict} eq 'INVALID';
	return if !defined $r->{comparison}{speedup_ci}[0]; # too few pairs to say
	my ($arm, $base) = map { $run->{arms}[$r->{$_}] } qw(optimized baseline);
	%c = (%c, verdict => $r->{comparison}{verdict}, over => $base->{class}, 'time a call' => duration($arm->{median_ns}),
		speedup => ratio($r->{comparison}{speedup}, @{ $r->{comparison}{speedup_ci} }));
	$c{'of the limit'} = share(@{ $arm->{sol} }{qw(fraction roof bound_by)}) if $arm->{sol};
	$c{'of the limit'} = score_share(@{ $arm->{score} }{qw(value bound)}) if $arm->{score} && $arm->{score}{bound};
	$c{speedup} .= " in $r->{comparison}{of}" if $r->{comparison}{of};
	$c{'over the library'} = sprintf '%.3gx, %s', $r->{vs_library}{speedup}, $run->{arms}[$r->{library}]{library}
		if $r->{vs_library} && defined $r->{vs_library}{speedup_ci}[0];
	return \%c;
}

# A row: its key, the key of its workload, where and with which parameters it was
# measured, and the cells.
sub of_run
{
	my ($folder) = @_;
	my ($run, $manifest) = map { decode_json(content("$folder/$_.json")) } qw(results manifest);
	my $hw = $manifest->{hardware};
	my $gpu = $hw->{gpu}{devices} ? $hw->{gpu}{devices}[0]{name} : undef;
	my @rows;
	for my $r (@{ $run->{results} }) {
		my ($chapter, $name, $device) = $r->{target} =~ /^([^:]*):(.*)(@\w+)$/;
		my ($home, $key) = map { "$chapter:$_" . ($device eq '@cpu' ? '' : $device) } $r->{workload}, $name;
		my $cells = cells($run, $r) // next;
		my $params = $r->{params} // {};
		push @rows, { home => $home, key => $key, cells => $cells,
			params => join(' ', map { "$_=$params->{$_}" } sort keys %$params),
			where => sprintf '%s (%s), grade %s, %s, commit %.10s',
				$device eq '@cuda' ? $gpu // 'a GPU' : $hw->{cpu_model}, $hw->{hypervisor} || 'bare metal',
				$run->{run}{grade}, substr($run->{run}{started}, 0, 10), $manifest->{git}{commit} // 'none' };
	}
	return @rows;
}

sub of_expectation
{
	my ($e, $home) = @_;
	my @machine = split /, /, $e->{machine};
	my ($name) = $e->{key} =~ /:([^@]*)/;
	my (undef, $low, $high, $lower) = @{ $e->{speedup} };
	my %c = (variant => "`$name`", over => $e->{over}, verdict => verdict($low, $high, $low / $lower),
		speedup => ratio(@{ $e->{speedup} }[0 .. 2]), 'time a call' => duration($e->{time}[0]));
	$c{'of the limit'} = share($e->{of_the_limit}[0], $e->{roof}) if $e->{of_the_limit};
	$c{'over the library'} = sprintf '%.3gx', $e->{vs_library}[0] if $e->{vs_library};
	return { home => $home, key => $e->{key}, cells => \%c, params => join(' ', sort split ' ', $e->{params}),
		where => sprintf '%s (%s), grade %s, %.10s, commit %.10s', $machine[0], $machine[-1], $e->{grade}, $e->{date}, $e->{commit} };
}

# The rows of the table behind the comment of KEY.
sub said
{
	my ($home, $text) = @_;
	my ($chapter, $device) = $home =~ /^([^:]*):[^@]*(.*)$/;
	my @rows;
	while ($text =~ /^Measured on ([^\n]*):\n\n((?:\|[^\n]*\n)+)/mg) {
		my ($where, $table) = ($1, $2);
		my $params = $where =~ s/; (\S+=.*)$// ? $1 : '';
		my ($head, undef, @lines) = map { [map { s/^ +| +$//gr } split /\|/, s/^\||\|$//gr, -1] } split /\n/, $table;
		for my $line (@lines) {
			my %c = map { ($head->[$_] =~ s/^ratio$/speedup/r) => $line->[$_] } grep { length $line->[$_] } 0 .. $#$head;
			my ($name) = $c{variant} =~ /`(.*)`/;
			push @rows, { home => $home, key => "$chapter:$name$device", where => $where, params => $params, cells => \%c };
		}
	}
	return @rows;
}

# Do two rows speak of the same experiment?  Rows without parameters had the default ones.
sub is_same
{
	my ($a, $b) = @_;
	return $a->{key} eq $b->{key} && ($a->{params} eq $b->{params} || !length $a->{params} || !length $b->{params});
}

sub date
{
	return $_[0]{where} =~ /(\d{4}-\d\d-\d\d)/ ? $1 : '';
}

# A ratio of scores is no speedup.
sub is_scored
{
	return grep { $_->{cells}{verdict} =~ /^(?:BETTER|WORSE)$/ || ($_->{cells}{speedup} // '') =~ /\] in / } @_;
}

# One table for each machine, commit and set of parameters, in the order of the rows.
sub tables
{
	my @order = do { my %seen; grep { !$seen{"$_->{where}; $_->{params}"}++ } @_ };
	my $text = '';
	for my $first (@order) {
		my @rows = grep { $_->{where} eq $first->{where} && $_->{params} eq $first->{params} } @_;
		my @used = grep { my $c = $_; grep { defined $_->{cells}{$c} } @rows } @columns;
		$text .= "Measured on $first->{where}" . (length $first->{params} ? "; $first->{params}" : '') . ":\n\n";
		my @head = is_scored(@rows) ? map { s/^speedup$/ratio/r } @used : @used;
		$text .= join '', map { '| ' . join(' | ', @$_) . " |\n" } \@head, [map { '---' } @used],
			map { my $c = $_->{cells}; [map { $c->{$_} // '' } @used] } @rows;
		$text .= "\n";
	}
	return $text;
}

sub missing
{
	my ($key, @names) = @_;
	return '' if !@names;
	return 'No recorded run has ' . join(', ', map { "`$_`" } @names)
		. ": `./aisp bench run --targets '" . ($key =~ s/(\@cuda)?$/($1 ? '*' : '*@cpu') . ($1 \/\/ '')/er) . "'` measures here.\n\n";
}

# The new text behind each comment of a lesson.
sub blocks
{
	my ($lesson, $page, @measured) = @_;
	my (%has, @rows);
	my %home = map { $_->{key} => $_->{home} } variants($lesson);
	while ($page =~ /^$comment($block)/mg) {
		$has{$1} = 1;
		push @rows, said($1, $2);
	}
	for my $e (expectations($lesson)) {
		my $new = of_expectation($e, $home{$e->{key}} // next);
		next if grep { is_same($_, $new) && date($_) ge date($new) } @rows;
		@rows = ((grep { !is_same($_, $new) } @rows), $new);
	}
	for my $new (@measured) {
		@rows = grep { $_->{key} ne $new->{key} } @rows;
	}
	@rows = grep { exists $home{$_->{key}} || !%home } @rows, @measured;
	my %of;
	push @{ $of{$has{$_->{key}} ? $_->{key} : $home{$_->{key}} // $_->{home}} }, $_
		for sort { $a->{where} cmp $b->{where} || $a->{params} cmp $b->{params} || $a->{key} cmp $b->{key} } @rows;
	my %is_row = map { $_->{key} => 1 } @rows;
	my %lacks;
	for (variants($lesson)) {
		push @{ $lacks{$has{$_->{key}} ? $_->{key} : $_->{home}} }, $_->{name} if !$is_row{$_->{key}};
	}
	return map { $_ => tables(@{ $of{$_} // [] }) . missing($_, @{ $lacks{$_} // [] }) } keys %has;
}

# Comments that the substitution below would not find.
sub misplaced
{
	my ($path, $text) = @_;
	my ($n, @found) = (0);
	for my $line (split /^/, $text) {
		$n++;
		push @found, "$path:$n: a `measured:` comment without a line to itself\n"
			if $line =~ /<!--\s*measured\b/ && $line !~ /\A$comment\z/;
	}
	return @found;
}

# Comments of unknown targets, which would stay empty.
sub unknown
{
	my ($lesson, $text) = @_;
	my %is_key = map { $_->{key} => 1, $_->{home} => 1 } variants($lesson);
	return if !%is_key;
	return map { "$lesson->{page}: a `measured:` comment about $_, which is none of its targets\n" }
		grep { !$is_key{$_} } $text =~ /^$comment/mg;
}

my @lessons = lessons();
my %text = map { $_->{page} => content($_->{page}) } @lessons;
my @misplaced = map { misplaced($_, $text{$_}) } sort keys %text;
push @misplaced, map { unknown($_, $text{$_->{page}}) } @lessons;
if (@misplaced) {
	print STDERR @misplaced;
	exit 1;
}

my @measured = map { of_run($_) } @ARGV;
my $n_stale = 0;
for my $lesson (@lessons) {
	my $text = $text{$lesson->{page}};
	my %about = blocks($lesson, $text, grep { $_->{key} =~ /^\Q$lesson->{key}\E:/ } @measured);
	$text =~ s{^($comment)$block\n*}{"$1$about{$2}" . ($about{$2} ? '' : "\n")}gme;
	$text =~ s/\n+\z/\n/;
	$n_stale += replace($lesson->{page}, $text, $is_check);
}
exit($is_check && $n_stale ? 1 : 0);
