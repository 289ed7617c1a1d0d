#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# compute-sanitizer finds nothing in any CUDA variant of the tree, and finds what is
# planted.
# RUN: test-all
use strict;
use warnings;
use JSON::PP;
use List::Util qw(max);
use Test::More;
use lib 'tests/exploits', 'tests/gpu';
use Bench;
use Gpu;

need_gpu();
chomp(my $sanitizer = qx(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null));
plan skip_all => 'compute-sanitizer is not installed' if !$sanitizer;
my $aisp = $ENV{AISP} // './aisp';

# The highest exit status, and the output, of all variants that PATTERNS select, under
# TOOL; aisp takes 64 patterns at a time.
sub sanitize
{
	my ($tool, @patterns) = @_;
	my ($status, $out) = (0, '');
	while (my @some = splice @patterns, 0, 60) {
		my $targets = join ' ', map { "--targets '$_'" } @some;
		$out .= qx($sanitizer --tool $tool --error-exitcode 99 $aisp bare --baselines $targets 2>&1);
		$status = max($status, $? >> 8);
	}
	return ($status, $out);
}

# Of the output, what is more than the name of a variant that was right.
sub said { return join "\n", grep { !/^right / } split /\n/, $_[0] }

# No tool but memcheck looks into kernels that kernels launch; under racecheck no
# program can register memory of the host, and it finds races in NVIDIA's own kernels;
# initcheck does not see what the tensor memory accelerator stores.
my %cannot = (racecheck => qr/^ch12:uneven_nested\b|^ch11:pipeline\b|_(cudnn|cublas|cublaslt)(_|\b)/,
	initcheck => qr/^ch12:uneven_nested\b|^ch10:gemm_bias_gelu|^ch19:gemm_int8_cublaslt\b/);
my @targets = map { $_->{target} } grep { $_->{target} =~ /\@cuda$/ }
	@{decode_json(scalar qx($aisp bench list-targets --json))};
for my $tool (split ' ', $ENV{SANITIZERS} // 'memcheck racecheck initcheck') {
	my @wanted = grep { !$cannot{$tool} || !/$cannot{$tool}/ } @targets;
	my ($status, $out) = sanitize($tool, @wanted);
	is($status, 0, "$tool finds nothing") or diag(substr(said($out), 0, 6000));
	unlike($out, qr/^WRONG/m, "$tool: all outputs are right");
	for my $target (grep { $cannot{$tool} && /$cannot{$tool}/ } @targets) {
		SKIP: { skip "$tool cannot look into $target", 1 }
	}
}
my ($status, $out) = sanitize('memcheck', 'tests/gpu/survival:scale_past_end');
is($status, 99, 'memcheck finds a write behind the end') or diag(substr($out, 0, 2000));
done_testing();
