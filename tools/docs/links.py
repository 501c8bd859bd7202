#!/usr/bin/env python3
"""Follows every link of the built site that stays in it: files and anchors must exist.

    links.py FOLDER    exit 0: all lead somewhere; 1: not, each with its page
"""
import re
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

site = Path(sys.argv[1]).resolve()
pages = {page: page.read_text(encoding="utf-8") for page in sorted(site.rglob("*.html")) if page.name != "404.html"}
anchors = {page: set(re.findall(r'\b(?:id|name)="([^"]+)"', text)) for page, text in pages.items()}
faults, count = set(), 0
for page, text in pages.items():
    for link in re.findall(r'\b(?:href|src)="([^"]+)"', text):
        if urlsplit(link).scheme or link.startswith("//"):
            continue
        count += 1
        path, anchor = urldefrag(link)
        target = (page.parent / unquote(path)).resolve() if path else page
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            faults.add(f"{page.relative_to(site)}: {link} leads nowhere")
        elif anchor and target in anchors and unquote(anchor) not in anchors[target]:
            faults.add(f"{page.relative_to(site)}: {link}: there is no such place on that page")
print("\n".join(sorted(faults)) or f"{count} links on {len(pages)} pages")
sys.exit(1 if faults or count == 0 else 0)
