#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# What a variant sees of the world: nothing that an ordinary process would.
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir = 'tests/exploits/isolation';
my $tmp = artifacts();

# The looks themselves: a process with all of it sees all of it.
my $names = join '|', read_file("$dir/look.h") =~ /^\t\{ "(.*?)",/mg;
is(system("cc -std=gnu11 -D_GNU_SOURCE -o $tmp/unconfined $dir/unconfined.c -ldl"), 0, 'compile');
write_file("$tmp/workload_poly.so", 'x');
my $seen = qx(SEEN=1 $tmp/unconfined argument 7< /dev/null);
is(join('|', split /\n/, $seen), $names, 'an ordinary process sees everything');

my $r = bench_run('--iterations', 3, '--targets', "$dir:poly_look");
my $sandbox = $r->{results}{run}{sandbox};
SKIP: {
	skip 'no Landlock on this kernel', 1 if !$sandbox->{landlock};
	my @names = split /\|/, $names;
	my $reason = result($r, 'poly_look')->{reason} // '';
	my $what = $reason =~ /setup\(\) returned -2(\d\d)/ ? $names[$1] : $reason;
	is($what, '', 'a variant sees nothing') or diag($r->{err});
	like(verdict($r, 'poly_look'), qr/^(?:FASTER|INCONCLUSIVE)$/, 'and is measured');
}
note("$_: ", $sandbox->{$_} ? 'held' : 'did not hold') for sort keys %$sandbox;
done_testing();
