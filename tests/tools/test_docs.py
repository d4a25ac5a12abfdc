# SPDX-License-Identifier: GPL-2.0-only
"""What the guides for real machines and labs name must be there: words of the kernel, keys of the menu and of
barestock.conf, tools, targets, files of the tree.
"""
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
GUIDES = ("docs/real-hardware.md", "docs/lab.md")
CONF_KEYS = {"timeout", "default", "presets", "common"}


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def kernel_keys():
    table = read("kernel/core/cmdline.c").split("cmdline_keys[] = {", 1)[1].split("};", 1)[0]
    return set(re.findall(r'\{\s*"(\w+)",', table))



def conf_blocks(text):
    """The lines of barestock.conf that a guide shows: name=value, nothing else, one of them a key."""
    block, found = [], []
    for line in text.splitlines() + [""]:
        if re.fullmatch(r'    [a-z][a-z0-9_]*=("[^"$\\]*"|[^\s"$\\]*)', line):
            block.append(line[4:].split("=", 1)[0])
        elif block:
            found += block if CONF_KEYS & set(block) else []
            block = []
    return found


class Guides(unittest.TestCase):
    def test_words_are_the_kernels_or_the_files(self):
        known = kernel_keys() | CONF_KEYS
        for guide in GUIDES:
            # Spans that are a word with a value; port= is dnsmasq's, mine a preset of one's own.
            for name in re.findall(r"`([a-z][a-z0-9_]*)=[^`\n]*`", read(guide)):
                if name not in ("port", "mine_image"):
                    with self.subTest(guide=guide, name=name):
                        self.assertIn(name, known)

    def test_blocks_of_the_configuration(self):
        for guide in GUIDES:
            names = conf_blocks(read(guide))
            self.assertTrue(names, guide)
            presets = {name for found in re.findall(r'presets="([^"]*)"', read(guide)) for name in found.split()}
            for name in names:
                with self.subTest(guide=guide, name=name):
                    self.assertTrue(name in CONF_KEYS or name.removesuffix("_help").removesuffix("_image") in presets)

    def test_keys_of_the_menu(self):
        menu = read("image/efi/menu.c")
        for key in re.findall(r"`([a-z])` (?:edits|shows|resets|leaves)", read(GUIDES[0])):
            self.assertIn("case '%s':" % key, menu)

    def test_shipped_presets_are_explained(self):
        presets = re.search(r'^presets="([^"]*)"', read("image/barestock.conf"), re.M)[1].split()
        for preset in presets:
            self.assertIn("| `%s` |" % preset, read(GUIDES[0]))

    def test_tools_targets_and_files(self):
        makefile = read("Makefile")
        for guide in GUIDES:
            text = read(guide)
            for tool in re.findall(r"\btools/([a-z-]+)", text):
                self.assertTrue(os.access(os.path.join(ROOT, "tools", tool), os.X_OK), tool)
            for target in re.findall(r"`make ([a-z]+)", text):
                self.assertRegex(makefile, r"(?m)^(\.PHONY:|[a-z ]*:?).*\b%s\b" % target)
            for link in re.findall(r"\]\(([^)]+)\)", text):
                self.assertTrue(os.path.exists(os.path.join(ROOT, "docs", link)), link)
            for job in re.findall(r"`([a-z0-9_-]+\.yaml)`", text):
                self.assertTrue(os.path.exists(os.path.join(ROOT, "docs", "lab", job)), job)


if __name__ == "__main__":
    unittest.main()
