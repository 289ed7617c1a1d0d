#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# fill_measured.pl [--check] [RUN...] - put what was measured into the lessons' README
# files: what is recorded in ./expectations, and what runs found.  Behind each line
# `<!-- measured: ch07:transpose_tiled -->` stands a table about that target on the CPU,
# behind `<!-- measured: ch07:transpose@cuda -->` one about a workload's targets on a GPU
# that have no comment of their own, for each machine and commit; no figure in it is typed
# by hand.  What is not measured is named, and why, as far as the tree knows; rows are in
# the order in which the section's text names their variants.  --check only says which page is out of date.
# A comment that does not have a line to itself, or is about no target of the lesson, would
# never be filled: then nothing is, and it is named.
use strict;
use warnings;
use FindBin;
use JSON::PP;
use lib "$FindBin::Bin/course";
use Lessons qw(content replace lessons variants expectations duration ratio verdict digits gpus with_changes where_measured sizes);

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

# Beside a row that says neither FASTER nor SLOWER: why, if the figures do not show it.
my $is_lost = 'reason not recorded';
sub remark
{
	my ($c) = @_;
	return $c->{remark} if $c->{remark};
	return $is_lost if $c->{verdict} eq 'INVALID';
	my ($low, $high) = ($c->{speedup} // '') =~ /\[(\S+), (\S+)\]/ or return;
	return $c->{verdict} eq 'INCONCLUSIVE' && ($low > 1.05 || $high < 1 / 1.05) ? $is_lost : undef;
}

# What a run says of why, as a cell.
sub why
{
	my ($words) = @_;
	return length($words // '') ? $words =~ tr{|\n}{/ }r : undef;
}

# The cells of a target in a run, or none if nothing can be said.
sub cells
{
	my ($run, $r) = @_;
	my ($name) = $r->{target} =~ /:(.*)\@/;
	return if $r->{status} eq 'not run';
	my %c = (variant => "`$name`");
	return { %c, verdict => $r->{status}, remark => $r->{reason} } if $r->{status} ne 'measured';
	my $why = why($r->{comparison}{why});
	return { %c, verdict => 'INVALID', remark => $why } if $r->{comparison}{verdict} eq 'INVALID';
	return if !defined $r->{comparison}{speedup_ci}[0]; # too few pairs to say
	my ($arm, $base) = map { $run->{arms}[$r->{$_}] } qw(optimized baseline);
	%c = (%c, verdict => $r->{comparison}{verdict}, over => $base->{class}, 'time a call' => duration($arm->{median_ns}),
		speedup => ratio($r->{comparison}{speedup}, @{ $r->{comparison}{speedup_ci} }));
	$c{'of the limit'} = share(@{ $arm->{sol} }{qw(fraction roof bound_by)}) if $arm->{sol};
	$c{'of the limit'} = score_share(@{ $arm->{score} }{qw(value bound)}) if $arm->{score} && $arm->{score}{bound};
	$c{speedup} .= " in $r->{comparison}{of}" if $r->{comparison}{of};
	$c{remark} = $why if $c{verdict} eq 'INCONCLUSIVE';
	$c{'over the library'} = digits($r->{vs_library}{speedup}) . "x, $run->{arms}[$r->{library}]{library}"
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
			where => sprintf '%s (%s), grade %s, %s, %s',
				$device eq '@cuda' ? $gpu // 'a GPU' : $hw->{cpu_model}, $hw->{hypervisor} || 'bare metal',
				$run->{run}{grade}, substr($run->{run}{started}, 0, 10),
				with_changes($manifest->{git}{commit} // 'none', $manifest->{git}{is_dirty}) };
	}
	return @rows;
}

sub of_expectation
{
	my ($e, $home) = @_;
	my ($name) = $e->{key} =~ /:([^@]*)/;
	my (undef, $low, $high, $lower) = @{ $e->{speedup} };
	my %c = (variant => "`$name`", over => $e->{over}, verdict => verdict($low, $high, $low / $lower),
		speedup => ratio(@{ $e->{speedup} }[0 .. 2]), 'time a call' => duration($e->{time}[0]));
	$c{'of the limit'} = share($e->{of_the_limit}[0], $e->{roof}) if $e->{of_the_limit};
	$c{'over the library'} = digits($e->{vs_library}[0]) . 'x' if $e->{vs_library};
	# Nobody records what a run left undecided: bounds are wider than a run's margin.
	$c{remark} = $e->{launches} < 10 ? 'too few pairs' : sprintf('interval reaches the margin of %.0f %%', 100 * ($low / $lower - 1))
		if $c{verdict} eq 'INCONCLUSIVE';
	return { home => $home, key => $e->{key}, cells => \%c, params => join(' ', sort split ' ', $e->{params}),
		where => where_measured($e) };
}

# The run of a row or an entry, as far as both name it: machine, day and commit.
sub run_of
{
	my ($where) = @_;
	return $where =~ s/, grade \S+,/,/r =~ s/ (?:perhaps )?with changes$//r;
}

# How many entries of a run were recorded with changes in the tree, and how many without.
my %of_changes;
for (map { expectations($_) } lessons()) {
	my $where = where_measured($_);
	$of_changes{run_of($where)}[$where =~ / with changes$/ ? 1 : 0]++;
}

# A row of the page says again what the record of it says, if there is one; else whether
# its tree was changed, as other records of its run do.
sub complete
{
	my ($row, @recorded) = @_;
	my @same = grep { $_->{key} eq $row->{key} && run_of($_->{where}) eq run_of($row->{where}) &&
		(!length $row->{params} || $_->{params} eq $row->{params}) } @recorded;
	if (@same == 1) {
		@$row{qw(where params)} = @{ $same[0] }{qw(where params)};
		$row->{cells}{remark} //= $same[0]{cells}{remark} if $row->{cells}{verdict} eq $same[0]{cells}{verdict};
		return $row;
	}
	my ($clean, $changed) = @{ $of_changes{run_of($row->{where})} // [] };
	$row->{where} .= $clean ? ' perhaps with changes' : ' with changes' if $changed && $row->{where} !~ /with changes$/;
	return $row;
}

# The rows of the table behind the comment of KEY.
sub said
{
	my ($home, $text) = @_;
	my ($chapter, $device) = $home =~ /^([^:]*):[^@]*(.*)$/;
	my @rows;
	while ($text =~ /^Measured on ([^\n]*):\n\n((?:\|[^\n]*\n)+)/mg) {
		my ($where, $table) = ($1, $2);
		$where =~ s/ \(not today's default\)$|; sizes not recorded$//;
		my $params = $where =~ s/; (\S+=.*)$// ? $1 : '';
		my ($head, undef, @lines) = map { [map { s/^ +| +$//gr } split /\|/, s/^\||\|$//gr, -1] } split /\n/, $table;
		for my $line (@lines) {
			my %c = map { ($head->[$_] =~ s/^ratio$/speedup/r) => $line->[$_] } grep { length $line->[$_] } 0 .. $#$head;
			my ($name) = $c{variant} =~ /`(.*)`/;
			$c{speedup} =~ s/(\d[\d.]*e\+03)/digits($1)/ge if $c{speedup};
			delete $c{remark} if ($c{remark} // '') eq $is_lost;
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

# Rows by machine, commit and set of parameters, a list each.
sub by_experiment
{
	my (%of, @order);
	for (@_) {
		my $is = "$_->{where}; $_->{params}";
		push @order, $is if !$of{$is};
		push @{ $of{$is} }, $_;
	}
	return map { $of{$_} } @order;
}

# One table for each of them, in the order of the rows.
sub tables
{
	my ($lesson, $home, $place, @all) = @_;
	my $text = '';
	for (by_experiment(@all)) {
		my @rows = sort { by_place($place, $a->{key}, $b->{key}) } @$_;
		$_->{cells}{remark} = remark($_->{cells}) for @rows;
		my @used = grep { my $c = $_; grep { defined $_->{cells}{$c} } @rows } @columns;
		$text .= "Measured on $rows[0]{where}" . sizes($lesson, $home, $rows[0]{params}) . ":\n\n";
		my @head = is_scored(@rows) ? map { s/^speedup$/ratio/r } @used : @used;
		$text .= join '', map { '| ' . join(' | ', @$_) . " |\n" } \@head, [map { '---' } @used],
			map { my $c = $_->{cells}; [map { $c->{$_} // '' } @used] } @rows;
		$text .= "\n";
	}
	return $text;
}

# What the text says of a lesson's variants, in sections: tables, listings and comments are
# none of it.
sub prose
{
	my ($page) = @_;
	return $page =~ s/^```.*?^```$//msgr =~ s/^(?:\||<!--|Measured on |No recorded run has ).*$//mgr;
}

# Where the section with the comment of a key first names each variant: at the head of a
# paragraph by what its name adds to the baseline's, as in **tiled, tiled_wide.**, or by
# its name.
sub places
{
	my ($page, $key, @variants) = @_;
	my ($section) = grep { /^<!-- measured: \Q$key\E -->$/m } split /^(?=## )/m, $page =~ s/^```.*?^```$//msgr;
	my $text = prose($section // '');
	my (%head, %place);
	while ($text =~ /^\*\*([\w, ]+)(?: \(\w+\))?\.\*\*/mg) {
		my $at = $-[0];
		$head{$_} //= $at for split /,? and |, */, $1;
	}
	for my $v (@variants) {
		my $adds = $v->{name} eq $v->{base} ? 'optimized' : $v->{name} =~ s/^\Q$v->{base}\E_//r;
		my @at = grep { defined } @head{$adds, $v->{name}};
		push @at, $-[0] if $text =~ ($v->{name} =~ /_/ ? qr/\b$v->{name}\b/ : qr/`$v->{name}`/);
		($place{$v->{key}}) = sort { $a <=> $b } @at if @at;
	}
	return \%place;
}

sub by_place
{
	my ($place, $one, $other) = @_;
	return ($place->{$one} // 9e9) <=> ($place->{$other} // 9e9) || $one cmp $other;
}

# GPUs of the records, and the generations of those whose code is for one alone.
my %generation = (H100 => 'sm_90', H200 => 'sm_90');
my (%is_recorded_on, $most_gpus);
for (grep { $_->{key} =~ /\@cuda$/ } map { expectations($_) } lessons()) {
	$is_recorded_on{$1} = 1 if $_->{machine} =~ /^NVIDIA (\w+)/;
	my ($n) = $_->{params} =~ /\branks=(\d+)/;
	$most_gpus = $n // 1 if ($n // 1) > ($most_gpus // 0);
}

# What a variant needs that no machine of the records has.
sub needs
{
	my ($lesson, $v) = @_;
	my $n = gpus($lesson, $v->{home});
	return "needs $n GPUs" if $n > ($most_gpus // $n);
	for my $file (grep { -e } @$v{qw(file baseline)}) {
		my ($archs) = (content($file) =~ s{\*/.*}{}sr) =~ /^ \* ARCH: (.*)$/m or next;
		my @archs = split ' ', $archs;
		return 'needs ' . join ' or ', @archs if %is_recorded_on && !grep {
			my $on = $generation{$_};
			!$on || grep { /^${on}a?$/ } @archs
		} keys %is_recorded_on;
	}
	return;
}

# Names without a figure, those of one reason together.
sub missing
{
	my ($lesson, $key, @lacks) = @_;
	my (%names, @reasons);
	for (@lacks) {
		push @reasons, $_->{reason} if !$names{$_->{reason}};
		push @{ $names{$_->{reason}} }, "`$_->{name}`";
	}
	my $n = @lacks ? gpus($lesson, $lacks[0]{home}) : 0;
	my $command = $key =~ s/(\@cuda)?$/($1 ? '*' : '*@cpu') . ($1 \/\/ '')/er;
	return join '', map { 'No recorded run has ' . join(', ', @{ $names{$_} }) . ($_ ? ": $_.\n\n" :
		' yet: ' . ($n > 1 ? "on $n GPUs " : '') . "`./aisp bench run --targets '$command'` measures here.\n\n") } @reasons;
}

# Why lines behind the comment of a key say that runs skipped what they name.
sub skipped
{
	my ($home, $text) = @_;
	my ($chapter, $device) = $home =~ /^([^:]*):[^@]*(.*)$/;
	my %reason;
	while ($text =~ /^No recorded run has ([^:]*): (skipped, .*)\.$/mg) {
		my ($names, $why) = ($1, $2);
		$reason{"$chapter:$_$device"} = $why for $names =~ /`([^`]*)`/g;
	}
	return %reason;
}

# The new text behind each comment of a lesson.
sub blocks
{
	my ($lesson, $page, @measured) = @_;
	my (%has, @rows, %skipped);
	my @variants = variants($lesson);
	my %home = map { $_->{key} => $_->{home} } @variants;
	my %needs = map { $_->{key} => scalar needs($lesson, $_) } @variants;
	my @recorded = map { of_expectation($_, $home{$_->{key}}) } grep { $home{$_->{key}} } expectations($lesson);
	while ($page =~ /^$comment($block)/mg) {
		$has{$1} = 1;
		push @rows, map { complete($_, @recorded) } said($1, $2);
		%skipped = (%skipped, skipped($1, $2));
	}
	for my $new (@recorded) {
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
	# Nobody reads a table of skips: the line about what is missing says why.
	for my $of (values %of) {
		my @kept;
		for my $table (by_experiment(@$of)) {
			$skipped{$_->{key}} = 'skipped, ' . (($_->{cells}{remark} // 'nobody knows why') =~ s/^unsupported: //r) for
				grep { $_->{cells}{verdict} eq 'skipped' } @$table;
			push @kept, @$table if grep { $_->{cells}{verdict} ne 'skipped' } @$table;
		}
		$_->{cells}{remark} = $needs{$_->{key}} for grep { $_->{cells}{verdict} eq 'skipped' && $needs{$_->{key}} } @kept;
		@$of = @kept;
	}
	my %is_row = map { $_->{key} => 1 } map { @$_ } values %of;
	my %lacks;
	for (@variants) {
		push @{ $lacks{$has{$_->{key}} ? $_->{key} : $_->{home}} }, { %$_, reason => $needs{$_->{key}} // $skipped{$_->{key}} // '' }
			if !$is_row{$_->{key}};
	}
	my %text;
	for my $key (keys %has) {
		my $place = places($page, $key, @variants);
		my @lacks = sort { by_place($place, $a->{key}, $b->{key}) } @{ $lacks{$key} // [] };
		$text{$key} = tables($lesson, $home{$key} // $key, $place, @{ $of{$key} // [] }) . missing($lesson, $key, @lacks);
	}
	return %text;
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
