#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# NCCL's walls, without NCCL: its ranks find each other by sockets and files of their
# group; nothing can be opened after setup(); a library's reason for its failure is
# reported; the user's NCCL_* reach it, except for those that the judge sets.
# RUN: parallel
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir = 'tests/exploits/survival_nccl';
$ENV{NCCL_NVLS_ENABLE} = 1;
$ENV{NCCL_HOSTID} = 'theirs';
my $v = aisp('bench', 'verify', '--variants', '--verbose', '--dist', 'normal', '--tier', 'trusted', $dir);
my %rows = map { /^(\S+) .* optimized_\w+?_(\w+)\.c: (.*)/ ? ($2 => "$1: $3") : () } split /\n/, $v->{out};
plan skip_all => $rows{honest} if ($rows{honest} // '') =~ /^n\/a: .*refuses/;

like($rows{honest}, qr/^ok: all elements/, 'ranks meet, and go on behind the seal') or diag($v->{out}, $v->{err});
like($rows{opens}, qr/^ok: all elements/, 'and meet nobody else, nor anything later') or diag($v->{out});
like($rows{says}, qr/^WRONG: failed: rank 1: setup\(\): ncclCommInitRank: internal error/, 'a library\'s words are told') or diag($v->{out});
$v = aisp('bench', 'verify', '--variants', '--verbose', '--dist', 'normal', "$dir:sums_honest");
like($v->{out}, qr/^n\/a .*with --tier trusted$/m, 'nobody has these walls whom nobody trusts');
is_deeply([glob('/dev/shm/nccl-*')], [], 'no file is left');
done_testing();
