#!/usr/bin/python3
# SPDX-License-Identifier: MIT
#
# site.py OUT - the course, its lessons and the documents as one static site that needs
# no server: a page each, with search, light and dark, and fit for a phone and for paper.
# Written with python3-markdown.
import html
import json
import pathlib
import re
import sys

try:
    import markdown
except ImportError:
    sys.exit('site.py: python3-markdown is missing: apt install python3-markdown, or run ./setup.sh --test')

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
GUIDES = 'quick_start write_a_pair read_a_verdict triage profiling judge_a_strangers_kernel ci_gate'.split()


def sources():
    """Groups of the menu, each with its pages in order."""
    docs = ROOT / 'docs'
    first = [docs / 'course.md', docs / 'glossary.md']
    guides = [docs / f'{name}.md' for name in GUIDES]
    return [('Course', first),
            ('Chapters', sorted(ROOT.glob('chapters/*/README.md'))),
            ('Labs', sorted(ROOT.glob('labs/*/README.md'))),
            ('Guides', guides),
            ('Reference', sorted(p for p in docs.glob('*.md') if p not in first + guides))]


def page_name(path):
    parts = path.relative_to(ROOT).parts
    if parts == ('docs', 'course.md'):
        return 'index.html'
    return {'chapters': '', 'labs': 'lab_', 'docs': ''}[parts[0]] + \
        (parts[1] if parts[0] != 'docs' else path.stem) + '.html'


def title_of(path):
    head = re.search(r'^# (.*)$', path.read_text(), re.M)
    return head.group(1) if head else path.stem.replace('_', ' ')


def without_comments(text):
    """A block that a comment asked for is a paragraph of its own."""
    return re.sub(r'^<!--.*?-->\n', '\n', text, flags=re.M | re.S)


def picture(path, alt):
    svg = path.read_text()
    return (f'<figure>{svg}<figcaption>{html.escape(alt)}</figcaption></figure>')


def convert(path, names):
    """The page's HTML.  Links between pages are kept, those to other files are not."""
    text = without_comments(path.read_text())
    figures = []

    def take_picture(match):
        figures.append(picture(path.parent / match.group(2), match.group(1)))
        return f'\n\nFIGURE{len(figures) - 1}END\n\n'

    def link(match):
        target = (path.parent / match.group(2)).resolve()
        return f'[{match.group(1)}]({names[target]}{match.group(3) or ""})' if target in names else match.group(1)

    text = re.sub(r'^!\[([^\]]*)\]\(([^)]*\.svg)\)$', take_picture, text, flags=re.M)
    text = re.sub(r'\[([^\]]+)\]\((?!\w+:|#)([^)#]*)(#[^)]*)?\)', link, text)
    body = markdown.markdown(text, extensions=['tables', 'fenced_code', 'toc', 'sane_lists'])
    body = body.replace('<table>', '<div class="wide"><table>').replace('</table>', '</table></div>')
    # Long names in a table may be cut at their joints.
    body = re.sub(r'(<t[dh][^>]*>)(.*?)(?=</t[dh]>)', lambda m: m.group(1) + re.sub(
        r'<code>(.*?)</code>', lambda c: '<code>' + re.sub(r'([._/])(?=\w)', r'\1<wbr>', c.group(1)) + '</code>', m.group(2)),
                  body, flags=re.S)
    return re.sub(r'<p>FIGURE(\d+)END</p>', lambda m: figures[int(m.group(1))], body)


def menu(groups, titles, names, current):
    out = []
    for name, pages in groups:
        items = ''.join(
            f'<li><a href="{names[p]}"{" aria-current=page" if p == current else ""}>{html.escape(titles[p])}</a></li>'
            for p in pages)
        is_open = ' open' if name != 'Reference' or current in pages else ''
        out.append(f'<details{is_open}><summary>{name}</summary><ul>{items}</ul></details>')
    return ''.join(out)


def neighbours(order, titles, names, current):
    i = order.index(current)
    links = [(order[j], rel) for j, rel in ((i - 1, 'prev'), (i + 1, 'next')) if 0 <= j < len(order)]
    return ''.join(f'<a rel="{rel}" href="{names[p]}">{"← " if rel == "prev" else ""}{html.escape(titles[p])}'
                   f'{" →" if rel == "next" else ""}</a>' for p, rel in links)


def index_of(body, title, name):
    """What search finds: each section with its words."""
    found = []
    for part in re.split(r'(?=<h[12] )', body):
        head = re.match(r'<h[12] id="([^"]*)">(.*?)</h[12]>', part, re.S)
        words = re.sub(r'\s+', ' ', html.unescape(re.sub(r'<style>.*?</style>|<[^>]+>', ' ', part, flags=re.S))).strip()
        if words:
            heading = re.sub(r'<[^>]+>', '', head.group(2)) if head else title
            found.append({'page': title, 'head': html.unescape(heading), 'to': name + (f'#{head.group(1)}' if head else ''),
                          'text': words})
    return found


def main(out):
    out.mkdir(parents=True, exist_ok=True)
    groups = sources()
    order = [p for _, pages in groups for p in pages]
    names = {p.resolve(): page_name(p) for p in order}
    titles = {p: title_of(p) for p in order}
    template = (HERE / 'page.html').read_text()
    index = []
    for path in order:
        body = convert(path, names)
        if names[path] != 'index.html':  # which says in short what lessons say
            index += index_of(body, titles[path], names[path])
        page = template
        for key, value in (('TITLE', html.escape(titles[path])), ('MENU', menu(groups, titles, names, path)),
                           ('NEIGHBOURS', neighbours(order, titles, names, path)), ('BODY', body)):
            page = page.replace(f'@{key}@', value)
        (out / names[path]).write_text(page)
    (out / 'search.js').write_text('const INDEX = ' + json.dumps(index, ensure_ascii=False) + ';\n'
                                   + (HERE / 'search.js').read_text())
    (out / 'style.css').write_text((ROOT / 'src/report/web/theme.css').read_text() + (HERE / 'site.css').read_text())
    print(f'{out}/index.html: {len(order)} pages')


if len(sys.argv) != 2:
    sys.exit('usage: tools/course/site.py OUT')
main(pathlib.Path(sys.argv[1]))
