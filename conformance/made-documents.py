#!/usr/bin/env python3
"""Holds the links that napkin finds in documents that other programs make from LINKS against LINKS, and against a reader of each format.

`made-documents.py NAPKIN FOLDER`; FOLDER gets the documents. Where a program writes a link differently, a function changes LINKS, and says why.
"""

import functools
import html
import json
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urljoin

import docutils.core
import docutils.nodes
import docx
import ebooklib
import lxml.html
import odf.opendocument
import odf.text
import openpyxl
import pptx
import pypandoc
import pypdf
from docx.oxml.ns import qn
from docx.text.hyperlink import Hyperlink
from ebooklib import epub

NAPKIN, FOLDER = sys.argv[1], Path(sys.argv[2])

LINKS = [
    "http://pub.example/menu?size=pint&price=4#beer", "http://pub.example/a%20b/caf%C3%A9", "http://b\u00fccher.example/stra\u00dfe",
    "mailto:sam@pub.example?subject=beer", "notes/one.html", "../two.html#part", "?page=2", "/three", "//cdn.example/x.css", "#drinks",
    "https://angle.example/x_y~z", "http://pub.example/beer_(ale)", "ftp://files.example:2121/a;type=i",
]
SOURCE = """---
title: Menu
lang: en
---

# Drinks {{#drinks}}

[a *link*]({0}) and [escapes]({1}).

- In a list: [beyond ASCII]({2}), [mail]({3})

| table | [relative]({4}) |
|-------|-----------------|
| cell  | [up]({5})       |

> A quotation with a [query]({6}), a [root]({7}), a [host]({8}), and a [place here]({9}).

[parentheses]({11}) and a [port]({12}) with a note.[^1]

[^1]: The note with <{10}> in it.
"""


def rows(path, *contexts):
    """Returns the links of these contexts as napkin finds them."""
    ran = subprocess.run([NAPKIN, "links", "--json", str(path)], capture_output=True, text=True)
    return [row for row in map(json.loads, ran.stdout.splitlines()) if row["context"].startswith(contexts)]


def links(path, *contexts):
    return [row["raw"] for row in rows(path, *contexts)]


def whole_links(path):
    """Returns the URLs of a package of Office Open XML, whose fragments may stand apart."""
    return [row["absolute"] for row in rows(path, "ooxml ")]


def absolute(path, links):
    return [urljoin(path.as_uri(), link) for link in links]


def without(*left_out):
    return [link for link in LINKS if link not in left_out]


def odt(links):
    """pandoc writes names of files from the inside of the archive, as ODF 1.2 part 3 section 3.3 wants them, and spoils two of them."""
    changed = {"notes/one.html": "../notes/one.html", "../two.html#part": "../../two.html#part", "/three": "..//three",
               "//cdn.example/x.css": "//cdn.example..//x.css"}
    return [changed.get(link, link) for link in links]


def pdf(links):
    """Chromium resolves all but the links within the page."""
    page = (FOLDER / "menu.html").as_uri()
    ascii_host = "http://xn--bcher-kva.example/stra%C3%9Fe"
    resolved = (link if ":" in link.split("/")[0] else urljoin(page, link) for link in links if not link.startswith("#"))
    return [ascii_host if "\u00fc" in link else link for link in resolved]


def targets(part):
    return [relation.target_ref for relation in part.rels.values() if relation.is_external]


def in_other_parts(document):
    parts = (relation.target_part for relation in document.part.rels.values() if not relation.is_external)
    return [target for part in parts for target in targets(part)]


def by_docx(path):
    document = docx.Document(path)
    return targets(document.part) + in_other_parts(document)


def move_fragments(source, target):
    """Writes a document whose hyperlinks have their fragments apart from their targets, as Word writes them."""
    document = docx.Document(source)
    for each in document.element.body.iter(qn("w:hyperlink")):
        relation = document.part.rels.get(each.get(qn("r:id")))
        if relation is not None and "#" in relation.target_ref:
            address, fragment = relation.target_ref.split("#")
            each.set(qn("r:id"), document.part.relate_to(address, relation.reltype, is_external=True))
            each.set(qn("w:anchor"), fragment)
            document.part.drop_rel(relation.rId)
    document.save(target)


def by_anchored_docx(path):
    document = docx.Document(path)
    hyperlinks = (Hyperlink(each, document) for each in document.element.body.iter(qn("w:hyperlink")))
    return [each.url for each in hyperlinks if each.address] + in_other_parts(document)


def by_pptx(path):
    return [target for slide in pptx.Presentation(path).slides for target in targets(slide.part)]


def make_xlsx(path, links):
    book = openpyxl.Workbook()
    for row, link in enumerate(links, 1):
        address, _, fragment = link.partition("#")
        cell = book.active.cell(row, 1, "a link")
        cell.hyperlink = openpyxl.worksheet.hyperlink.Hyperlink(cell.coordinate, target=address, location=fragment or None)
        book.active.cell(row, 2, f'=HYPERLINK("{link}/formula","a formula")')
    book.save(path)


def by_xlsx(path):
    cells = [cell for row in openpyxl.load_workbook(path).active.iter_rows() for cell in row]
    formulas = [cell.value.split('"')[1] for cell in cells if cell.data_type == "f"]
    cell_links = (cell.hyperlink for cell in cells if cell.hyperlink)
    return ["#".join(filter(None, (link.target, link.location))) for link in cell_links] + formulas


def by_odf(path):
    document = odf.opendocument.load(path)
    return [link.getAttribute("href") for link in document.getElementsByType(odf.text.A)]


def by_epub(path):
    documents = epub.read_epub(path).get_items_of_type(ebooklib.ITEM_DOCUMENT)
    return [link.get("href") for each in documents for link in lxml.html.fromstring(each.get_content()).iter("a")]


def by_html(text):
    return [link.get("href") for link in lxml.html.fromstring(text).iter("a")]


def by_pdf(path):
    annotations = (each.get_object() for page in pypdf.PdfReader(path).pages for each in page.get("/Annots", []))
    return [str(each["/A"]["/URI"]) for each in annotations if "/URI" in each.get("/A", {})]


def by_docutils(path):
    tree = docutils.core.publish_doctree(path.read_text(), settings_overrides={"report_level": 5})
    return [reference["refuri"] for reference in tree.findall(docutils.nodes.reference) if "refuri" in reference]


def by_asciidoctor(path):
    ran = subprocess.run(["asciidoctor", "-e", "-o", "-", str(path)], capture_output=True, check=True)
    return by_html(ran.stdout.decode())


def by_pandoc(path, kind):
    """pandoc makes absolute what it reads of Org, and a link of what LaTeX calls a label."""
    found = by_html(pypandoc.convert_file(str(path), "html", format=kind))
    changed = {"file:///three": "/three", "file://///cdn.example/x.css": "//cdn.example/x.css"}
    return [changed.get(link, link) for link in found if kind != "latex" or link != "#drinks"]


def chapters(links):
    """A link within the text becomes one to the file of its chapter."""
    return ["ch001.xhtml#drinks" if link == "#drinks" else link for link in links]


def notes(links):
    """References to notes and back, and the list of contents, are links too."""
    return [link for link in links if link and not link.startswith(("#fn", "text/", "ch001.xhtml#fn", "#_footnote"))]


def once(links):
    """A file of relationships stands beside the text and beside the notes, and either names all."""
    return list(dict.fromkeys(links))


def of_libreoffice(source, target):
    """Returns the URLs of the links that LibreOffice writes when it converts a document to another."""
    settings = [f"-env:UserInstallation={(FOLDER / 'libreoffice').as_uri()}", "--headless"]
    reader = ["--infilter=HTML (StarWriter)"] if source.suffix == ".html" else []
    convert = ["--convert-to", target.suffix[1:], "--outdir", str(target.parent), str(source)]
    subprocess.run(["soffice", *settings, *reader, *convert], check=True, capture_output=True, timeout=120)
    found = rows(target, "ooxml ", "xml a", "odf ", "pdf URI")
    return [row["absolute"] or row["raw"] for row in found if not row["same_document"]]


def resolved(source, target, links):
    """Returns the URLs of links as LibreOffice means them. It takes a query without a path for the name of a file, so that is left out. It rewrites
    relative links for the place of the new document, but not those in formulas."""
    kept = (link for link in links if not link.startswith(("#", "?page")))
    urls = [urljoin((target if link.endswith("/formula") else source).as_uri(), link) for link in kept]
    if target.suffix == ".docx":
        # The host of a URL of a file is omitted.
        urls = [url.replace("file://cdn.example", "file://") for url in urls]
    if target.suffix == ".xlsx":
        # A link beyond ASCII is omitted.
        urls = [url for url in urls if url.isascii() or url.endswith("/formula")]
    return urls


def same(url):
    """LibreOffice decodes escapes, and encodes a host in PDF."""
    return unquote(url).replace("xn--bcher-kva", "b\u00fccher")


def by_libreoffice():
    """Returns what differs in documents that LibreOffice makes."""
    # Its reader of HTML omits a link beyond ASCII.
    ascii_only = [link for link in LINKS if link.isascii()]
    made = [("menu.docx", "word", LINKS, ["odt", "fodt", "docx"]), ("anchored.docx", "word", LINKS, ["odt"]), ("menu.pptx", "slides", LINKS, ["odp", "fodp", "pptx"]),
            ("openpyxl.xlsx", "sheets", IN_SHEET, ["ods", "fods", "xlsx"]), ("menu.html", ".", ascii_only, ["pdf"])]
    wrong = []
    for name, folder, links, kind in ((*each[:3], kind) for each in made for kind in each[3]):
        source, target = FOLDER / name, FOLDER / folder / Path(name).with_suffix(f".{kind}")
        found = sorted({same(url) for url in of_libreoffice(source, target) if "?page" not in same(url)})
        expected = sorted({same(url) for url in resolved(source, target, links)})
        wrong += [f"LibreOffice, {kind}: napkin found {url}" for url in found if url not in expected]
        wrong += [f"LibreOffice, {kind}: napkin did not find {url}" for url in expected if url not in found]
        print(f"LibreOffice, {kind}: {len(found)} links")
    return wrong


PLAIN, XML = (lambda text: text), html.unescape
BACKSLASH = lambda text: text.replace("\\", "")
IN_PLACE = without("#drinks")
IN_SHEET = [each for link in IN_PLACE for each in (link, f"{link}/formula")]
# The extension, pandoc's name of the format, the contexts of the links, how the format writes a link, what is expected, and a reader.
MADE = [
    ("docx", "docx", ["ooxml Relationship"], XML, IN_PLACE, by_docx),
    ("pptx", "pptx", ["ooxml Relationship"], XML, IN_PLACE, by_pptx),
    ("odt", "odt", ["xml a"], XML, odt(LINKS), by_odf),
    ("epub", "epub", ["html a"], XML, chapters(LINKS), by_epub),
    ("html", "html", ["html a"], XML, LINKS, lambda path: by_html(path.read_text())),
    ("docbook", "docbook5", ["xml link[xlink"], XML, without("#drinks", "mailto:sam@pub.example?subject=beer"), None),
    ("rst", "rst", ["rst link", "text bare"], PLAIN, LINKS, by_docutils),
    ("adoc", "asciidoc", ["asciidoc link", "text bare"], PLAIN, LINKS, by_asciidoctor),
    ("org", "org", ["org "], PLAIN, LINKS, functools.partial(by_pandoc, kind="org")),
    ("tex", "latex", ["latex "], BACKSLASH, IN_PLACE, functools.partial(by_pandoc, kind="latex")),
    ("md", "markdown", ["markdown "], PLAIN, LINKS, functools.partial(by_pandoc, kind="markdown")),
    ("ipynb", "ipynb", ["markdown "], PLAIN, LINKS, functools.partial(by_pandoc, kind="ipynb")),
]


def compare(path, found, expected, peer):
    """Returns what differs: the links in any order, each once, since formats move notes to other places."""
    found, expected = sorted(once(notes(found))), sorted(once(expected))
    wrong = [f"{path.name}: napkin found {link}" for link in found if link not in expected]
    wrong += [f"{path.name}: napkin did not find {link}" for link in expected if link not in found]
    if peer is not None:
        seen = sorted(once(notes(peer)))
        wrong += [f"{path.name}: its reader has {seen}, napkin {found}"] if seen != found else []
    print(f"{path.name}: {len(found)} links" + (", as its reader has them" if peer is not None else ""))
    return wrong


def main():
    source, wrong = SOURCE.format(*LINKS), []
    for ending, kind, contexts, written, expected, reader in MADE:
        path = FOLDER / f"menu.{ending}"
        pypandoc.convert_text(source, kind, format="markdown", outputfile=str(path), extra_args=["--standalone"])
        found = [written(link) for link in links(path, *contexts)]
        wrong += compare(path, found, expected, reader and reader(path))
    path = FOLDER / "openpyxl.xlsx"
    make_xlsx(path, IN_PLACE)
    wrong += compare(path, whole_links(path), absolute(path, IN_SHEET), absolute(path, by_xlsx(path)))
    path = FOLDER / "anchored.docx"
    move_fragments(FOLDER / "menu.docx", path)
    wrong += compare(path, whole_links(path), absolute(path, IN_PLACE), absolute(path, by_anchored_docx(path)))
    path, settings = FOLDER / "docutils.odt", {"report_level": 5, "create_links": True}
    docutils.core.publish_file(source_path=str(FOLDER / "menu.rst"), destination_path=str(path), writer="odt", settings_overrides=settings)
    wrong += compare(path, [XML(link) for link in links(path, "xml a")], LINKS, by_odf(path))
    path = FOLDER / "asciidoctor.html"
    subprocess.run(["asciidoctor", "-o", str(path), str(FOLDER / "menu.adoc")], check=True, capture_output=True)
    wrong += compare(path, [XML(link) for link in links(path, "html a")], LINKS, by_html(path.read_text()))
    path = FOLDER / "chromium.pdf"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
    chromium = ["chromium", *flags, f"--user-data-dir={FOLDER / 'profile'}", f"--print-to-pdf={path}", str(FOLDER / "menu.html")]
    subprocess.run(chromium, check=True, capture_output=True, timeout=120)
    wrong += compare(path, [BACKSLASH(link) for link in links(path, "pdf ")], pdf(LINKS), by_pdf(path))
    if shutil.which("soffice"):
        wrong += by_libreoffice()
    else:
        print("not run: documents that LibreOffice makes, because it is not here")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


main()
