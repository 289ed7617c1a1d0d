#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A variant that writes files is told what it may not do; without Landlock it may not.
# RUN: parallel
use strict;
use warnings;
use File::Copy qw(copy);
use File::Path qw(make_path);
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir = artifacts();
my $from = 'tests/exploits/timing';
copy("$from/$_", $dir) or die "$_: $!" for qw(saved.h workload_saved.h baseline_saved.c);
my $honest = read_file("$from/optimized_saved_undurable_write_honest.c");
write_file("$dir/optimized_saved.c", $honest);
sub verify { return qx(@_ ./aisp bench verify --preset=small --dist=normal --variants --verbose $dir:saved 2>&1) }

# The folder of a killed run is removed, though its permissions forbid that.
$ENV{XDG_CACHE_HOME} = "$dir/cache";
my $dead = fork // die;
exit if !$dead;
waitpid($dead, 0);
my $left = "$dir/cache/aisp/scratch/$dead/written.000000";
make_path($left);
write_file("$left/0.0", 'x');
chmod 0500, $left;

my $has = verify('');
ok(!-e $left, 'leftover files are removed');
SKIP: {
	skip 'no Landlock on this kernel', 3 if $has =~ /no Landlock/;
	like($has, qr/optimized_saved\b.*all elements compared are within bounds/, 'an honest variant is right');
	write_file("$dir/saved.h", read_file("$from/saved.h") =~ s/O_WRONLY/O_WRONLY | O_CREAT, 0600/r);
	like(verify(''), qr/denied system call openat after setup\(\): open outputs without O_CREAT/, 'what must be there is not made');
	write_file("$dir/saved.h", read_file("$from/saved.h") =~ s/(\tfor \(size_t at)/#define NO_NAME 020200000 \/* O_TMPFILE *\/
	char folder[600];
	snprintf(folder, sizeof(folder), "%.*s", (int)(strrchr(io->out[0].path, '\/') - io->out[0].path), io->out[0].path);
	if (open(folder, NO_NAME | O_RDWR, 0600) < 0)
		return -errno;
$1/r =~ s/(#include <errno.h>)/$1\n#include <stdio.h>\n#include <string.h>/r);
	like(verify(''), qr/run\(\) returned -13 \(Permission denied\)/, 'nor anything without a name');
	write_file("$dir/saved.h", read_file("$from/saved.h"));
}
is(system("cc -o $dir/no_landlock tests/fixtures/no_landlock.c"), 0, 'compile');
my $lacks = verify("$dir/no_landlock");
like($lacks, qr/optimized_saved\b.*no Landlock, without which a worker that writes files/, 'without Landlock none is tried');
unlike($lacks, qr/within bounds|WRONG/, 'and none is wrong');
done_testing();
