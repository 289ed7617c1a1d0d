#!/bin/sh
# gen_table.sh HEADER TYPE PREFIX TABLE NAME... - a C file with a NULL-ended
# table of pointers to PREFIX<NAME>, each of TYPE.
header=$1 type=$2 prefix=$3 table=$4
shift 4
printf '#include <%s>\n\n' "$header"
for name; do printf 'extern const %s %s%s;\n' "$type" "$prefix" "$name"; done
printf '\nconst %s *const %s[] = {\n' "$type" "$table"
for name; do printf '\t&%s%s,\n' "$prefix" "$name"; done
printf '\tNULL,\n};\n'
