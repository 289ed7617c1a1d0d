#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# find_cycles.py OBJECT ... - circles of files by the symbols that they use: A calls B
# and B, by whatever way, calls A.  A line for each circle; status 1 if there is one.
import subprocess
import sys


def symbols(paths):
    """Of each object, what it defines for others and what it wants of them."""
    of = {path: (set(), set()) for path in paths}
    for line in subprocess.check_output(['nm', '-A', *paths], text=True).splitlines():
        path, rest = line.split(':', 1)
        kind, name = rest.split()[-2:]
        if kind == 'U':
            of[path][1].add(name)
        elif kind in 'TDBRCVW':
            of[path][0].add(name)
    return of


def reached(uses, start):
    found, left = set(), [start]
    while left:
        for path in uses[left.pop()] - found:
            found.add(path)
            left.append(path)
    return found


def main(paths):
    of = symbols(paths)
    owner = {name: path for path, (defined, _) in of.items() for name in defined}
    uses = {path: {owner[name] for name in wanted if name in owner} - {path}
            for path, (_, wanted) in of.items()}
    reach = {path: reached(uses, path) for path in paths}
    circles = {tuple(sorted(other for other in reach[path] if path in reach[other]))
               for path in paths if path in reach[path]}
    for circle in sorted(circles):
        print('circle:', *circle)
    return bool(circles)


sys.exit(main(sys.argv[1:]))
