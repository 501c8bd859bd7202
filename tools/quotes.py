#!/usr/bin/env python3
"""Checks that every quote of the claims about the five articles stands in the article.

    python3 tools/quotes.py FOLDER

FOLDER holds the articles as text, 000_*.txt to 004_*.txt; they are not ours to publish, so they are not in the
repository. Blanks and markup are removed from both sides. Prints what it looked for; exit 1 when a quote is not there,
2 when there is no folder, 77 when no folder is given (skipped).
"""

import glob
import json
import os
import re
import sys

# A claims file, and the articles in which its quotes may stand; those of training_NAME.json stand there, too.
ARTICLES = {
    "kexue_8620": ["000", "001"],
    "attention_2025": ["001", "000"],
    "kexue_10831": ["002"],
    "kexue_8747": ["003"],
    "normalization_2024": ["004"],
}
# Sources of single claims that are other works than the article of their file.
OTHER_WORKS = re.compile(r"arxiv\.org|kexue\.fm/archives/8823|github\.com")


def bare(text):
    return re.sub(r"[\s$\\{}*_`#]", "", text)


def main():
    if len(sys.argv) < 2 or not sys.argv[1]:
        print("quotes: skipped, no folder with the articles is given")
        return 77
    folder = sys.argv[1]
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    texts = {os.path.basename(f)[:3]: bare(open(f, encoding="utf-8").read()) for f in glob.glob(f"{folder}/*.txt")}
    if not texts:
        print(f"quotes: there is no article in {folder}")
        return 2
    missing = 0
    training = {f"training_{name}": articles for name, articles in ARTICLES.items()}
    for name, articles in {**ARTICLES, **training}.items():
        claims = json.load(open(f"{root}/src/claims/{name}.json", encoding="utf-8"))["claims"]
        found = elsewhere = unquoted = 0
        for claim in claims:
            if "quote" not in claim:
                unquoted += 1
            elif any(bare(claim["quote"]) in texts[article] for article in articles):
                found += 1
            elif OTHER_WORKS.search(claim.get("source", {}).get("url", "")):
                elsewhere += 1
            else:
                missing += 1
                print(f"{name}: {claim['id']}: not in the article: {claim['quote']}")
        print(f"{name}: {found} quotes stand in the article, {elsewhere} in other works, {unquoted} claims have none")
    return 1 if missing else 0


sys.exit(main())
