# `make course`: the lessons and documents as a static site in $B/course.
# `make lessons`: what the lessons have by program is made anew.
course:
	@tools/course/site.py $B/course

lessons:
	tools/fill_measured.pl
	tools/fill_ladders.pl
	tools/fill_code.pl
	tools/draw_lessons.pl
	tools/gen_course.pl
	tools/link_exercises.pl
.PHONY: course lessons
