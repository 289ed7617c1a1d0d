#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# gen_checks.pl - docs/checks.md and docs/incidents.md, from `aisp checks list`, the
# proof files in docs/proofs, docs/validity_rows.txt and docs/incidents.txt.
# --check only says which of the two is out of date.
use strict;
use warnings;
use FindBin;
use JSON::PP;

chdir "$FindBin::Bin/.." or die "$FindBin::Bin/..: $!";
my $aisp = $ENV{AISP} // './aisp';
my $checks = decode_json(scalar qx($aisp checks list --json) || die "$aisp does not run: build it\n");
my %check = map { $_->{id} => $_ } @$checks;
my @rows = grep { !/^#/ } lines('docs/validity_rows.txt');
my %is_row = map { $_ => 1 } @rows;
my @proofs = sort { $a->{date} cmp $b->{date} } map { decode_json(read_all($_)) } glob 'docs/proofs/*.json';
$proofs[$_]{number} = $_ + 1 for 0 .. $#proofs;

sub read_all
{
	open my $f, '<', $_[0] or return '';
	local $/;
	return scalar <$f> // '';
}

sub lines { return map { s/\s+$//r } split /\n/, read_all($_[0]) }

my @worst_first = qw(NOT-PROVEN SKIPPED NOT-SEEN PARTIAL PREVENTED PROVEN);
my %rank = map { $worst_first[$_] => $_ } 0 .. $#worst_first;

# The worst state of a check's exploits in the newest proof that tried it there, or
# what its ledger says: { state, tried, proof, exploits }.
sub state_of
{
	my ($id, $device) = @_;
	for my $proof (reverse @proofs) {
		my @tried = grep { $_->{check} eq $id && $_->{device} eq $device } @{$proof->{exploits}};
		next if !@tried;
		my ($worst) = sort { $rank{$a->{state}} <=> $rank{$b->{state}} } @tried;
		return { state => $worst->{state}, tried => 1, proof => $proof, exploits => \@tried };
	}
	for my $proof (reverse @proofs) {
		my $state = $proof->{states}{$device}{$id} or next;
		return { state => $state->{state}, why => $state->{why}, proof => $proof, exploits => [] };
	}
	return { state => '', exploits => [] };
}

my %state = map { my $id = $_; $id => { map { $_ => state_of($id, $_) } qw(cpu cuda) } } keys %check;

sub is_proven
{
	my ($id) = @_;
	my @states = map { $_->{tried} ? $_->{state} : () } values %{$state{$id} // {}};
	return (grep { /^(PROVEN|PREVENTED)$/ } @states) && !grep { $_ eq 'NOT-PROVEN' } @states;
}

# Without meaning, or not enforceable, on every device that some proof knows.
sub is_only
{
	my ($id, $what) = @_;
	my @states = grep { $_ ne '' } map { $_->{state} } values %{$state{$id} // {}};
	return @states && !grep { $_ ne $what } @states;
}

sub can_fail { return $check{$_[0]} && $check{$_[0]}{can_fail} }

sub cell
{
	my ($of) = @_;
	return '' if $of->{state} eq '';
	return 'not tried' if !$of->{tried} && $of->{state} !~ m{^(N/A|ATTESTED)$};
	return "$of->{state}" . ($of->{tried} ? " [$of->{proof}{number}]" : '');
}

sub clean { return ($_[0] // '') =~ s/\|/\\|/gr }

sub table
{
	my (@ids) = @_;
	my $text = "| check | kind | what a benchmark does | what stops it | CPU | CUDA | where it happened |\n"
		. "| --- | --- | --- | --- | --- | --- | --- |\n";
	for my $id (@ids) {
		my $c = $check{$id};
		$text .= $c ? '| ' . join(' | ', "`$id`", can_fail($id) ? 'rule' : 'guarantee', clean($c->{cheat}), clean($c->{defence}),
			cell($state{$id}{cpu}), cell($state{$id}{cuda}), clean($c->{incident})) . " |\n"
			: "| `$id` | | | no check yet | | | |\n";
	}
	return $text;
}

sub by_category
{
	my (@ids) = @_;
	my (%of, @order);
	for my $id (@ids) {
		my ($category) = $id =~ /^([^.]+)/;
		push @order, $category if !$of{$category};
		push @{$of{$category}}, $id;
	}
	return join "\n", map { "### $_\n\n" . table(@{$of{$_}}) } @order;
}

# Rejected by the check in some proof, and nowhere let through.
sub is_rejected
{
	my ($id) = @_;
	return is_proven($id) && grep { $_->{tried} && $_->{state} eq 'PROVEN' } values %{$state{$id}};
}

# The state of the rules, or of the guarantees, that are not proven.
sub rest
{
	my (@ids) = grep { !is_proven($_) } @_;
	my $attested = grep { is_only($_, 'ATTESTED') } @ids;
	my $na = grep { is_only($_, 'N/A') } @ids;
	my $open = @ids - $attested - $na;
	return join '', $attested ? ", $attested attested" : (), $na ? ", $na without meaning on the devices tried" : (),
		$open ? ", $open not proven yet" : ();
}

# "71 rules and 74 guarantees"
sub both
{
	my $rules = grep { can_fail($_) } @_;
	my $guarantees = @_ - $rules;
	return "$rules rules and $guarantees guarantees";
}

sub headline
{
	my @rules = grep { can_fail($_) } keys %check;
	my @guarantees = grep { !can_fail($_) } keys %check;
	my $rejected = grep { is_rejected($_) } @rules;
	my $harmless = grep { is_proven($_) && !is_rejected($_) } @rules;
	my $held = grep { is_proven($_) } @guarantees;
	return @rules . " rules that can fail: $rejected proven by an exploit that is rejected, $harmless by one that wins "
		. 'nothing even without the rule' . rest(@rules) . '; ' . @guarantees . " guarantees of the interface: $held tried by "
		. 'an exploit that wins nothing' . rest(@guarantees) . '.';
}

sub exploits_tried
{
	my ($s) = @_;
	return () if !$s->{n_exploits};
	return "$s->{n_stopped} of $s->{n_exploits} exploits stopped, $s->{n_let_through} of $s->{n_detecting} win "
		. "without their check, $s->{n_alarms} false alarms in $s->{n_twin_runs} runs of honest twins";
}

sub corpus_tried
{
	my ($c) = @_;
	return () if !$c;
	return "$c->{n_alarms} false alarms in $c->{n_runs} runs of $c->{n_variants} honest variants";
}

sub proof_list
{
	return "No proof file is there yet.\n" if !@proofs;
	return join '', map {
		my $s = $_->{summary};
		my $commit = substr($_->{git}{commit} // 'unknown', 0, 12) . ($_->{git}{is_dirty} ? ' (changed)' : '');
		my $driver = defined $_->{driver} && $_->{machine}{text} !~ /driver/ ? ", driver $_->{driver}" : '';
		"$_->{number}. `$_->{machine}{class}`: $_->{machine}{text}$driver; " . join(', ', @{$_->{devices}})
		. "; grade $_->{grade}; " . substr($_->{date}, 0, 10) . ", commit $commit. "
		. join(', ', exploits_tried($s), corpus_tried($_->{corpus}))
		. ", " . int($_->{seconds} + 0.5) . " s."
		. (defined $_->{hide_ns} ? sprintf(' Hide bound: %.3g us of a sample.', $_->{hide_ns} / 1e3) : '')
		. "\n" } @proofs;
}

sub unguaranteed
{
	my (undef, undef, @lines) = lines('docs/unguaranteed.md'); # its title, a blank
	return join "\n", @lines;
}

sub checks_md
{
	my @beyond = sort grep { !$is_row{$_} } keys %check;
	my ($proofs, $unguaranteed, $tables, $more) =
		(proof_list(), unguaranteed(), by_category(@rows), by_category(@beyond));
	my ($headline, $both_rows, $both_beyond) = (headline(), both(@rows), both(@beyond));
	return <<"END";
<!-- Made by tools/gen_checks.pl; edit its inputs, not this file. -->
# The validity checks

$headline

A rule is proven when its exploit is rejected by it and by no other check, wins once it alone is left out, and its
honest twin is accepted (PROVEN). A guarantee cannot fail: the interface leaves nothing to win, and an exploit that tries
wins nothing (PREVENTED). Some rules are PREVENTED, too: their exploits end before they could win. PARTIAL: nothing was
won, but the check cannot say that its defence is in force there. NOT-SEEN: that machine cannot observe it. ATTESTED: recorded
and compared, not enforceable. N/A: no meaning on that device.
`aisp checks prove` does the same on your machine, `aisp checks show ID` prints what became of an exploit.

## Proofs

$proofs
## What cannot be guaranteed

$unguaranteed

## Well-known cheats and mistakes: $both_rows

$tables
## Further checks: $both_beyond

$more
END
}

sub exploit_links
{
	my ($id) = @_;
	return join ' ', map { my ($name) = m{(?:optimized_)?([^/]+)$}; "[`$name`](../$_)" } @{($check{$id} // {})->{exploits} // []};
}

sub incidents_md
{
	my $text = <<'END';
<!-- Made by tools/gen_checks.pl; edit its inputs, not this file. -->
# Benchmarks that misled

Published benchmarks that misled, the checks that stop the same mistake in a measurement of programs, and the exploits
that prove it.

| year | incident | what happened | check | state | exploit |
| --- | --- | --- | --- | --- | --- |
END
	for my $line (grep { /\S/ && !/^#/ } lines('docs/incidents.txt')) {
		my ($year, $name, $ids, $what, $source) = split / \| /, $line;
		my @ids = split ' ', $ids;
		my @states = map { my $id = $_; join ', ', map { $state{$id} && $state{$id}{$_}{tried} ? "$state{$id}{$_}{state} ($_)" : () } qw(cpu cuda) } @ids;
		$text .= '| ' . join(' | ', $year, "[$name]($source)", clean($what), join('<br>', map { "`$_`" } @ids),
			join('<br>', map { $_ || 'not proven' } @states),
			join('<br>', map { exploit_links($_) || '' } @ids)) . " |\n";
	}
	return $text;
}

my %made = ('docs/checks.md' => checks_md(), 'docs/incidents.md' => incidents_md());
my $is_check = @ARGV && $ARGV[0] eq '--check';
my $n_stale = 0;
for my $path (sort keys %made) {
	$made{$path} =~ s/[ \t]+$//mg;
	$made{$path} =~ s/\n+\z/\n/;
	next if read_all($path) eq $made{$path};
	$n_stale++;
	print "$path is out of date: run tools/gen_checks.pl\n" if $is_check;
	next if $is_check;
	open my $f, '>', $path or die "$path: $!";
	print $f $made{$path};
	close $f or die "$path: $!";
}
exit($is_check && $n_stale ? 1 : 0);
