# SPDX-License-Identifier: GPL-2.0-only
"""Instructions of an image by address, written so that two builds of the same code read the same.

objdump of binutils does the decoding. What depends on where things were linked is replaced: a
variable by its name, the target of a branch or call by `->`. One space after the mnemonic, no space
after commas but as objdump writes them, no comments.
"""
import re
import subprocess

from barestock.image import ImageError

OBJDUMPS = {"x86_64": ("x86_64-linux-gnu-objdump", "objdump"),
            "arm64": ("aarch64-linux-gnu-objdump", "objdump")}

LINE = re.compile(r"\s*([0-9a-f]+):\t(.+)")
TARGET = re.compile(r"([0-9a-f]+) <[^>]*>$")
COMMENT = re.compile(r"\s*(?://|#(?= )|<).*")

# What an instruction does to the flow: jump, call, ret, branch (conditional), or nothing.
FLOWS = {
    "x86_64": ((re.compile(r"jmp"), "jump"), (re.compile(r"call"), "call"),
               (re.compile(r"ret"), "ret"), (re.compile(r"j\w+"), "branch")),
    "arm64": ((re.compile(r"b"), "jump"), (re.compile(r"bl"), "call"),
              (re.compile(r"ret"), "ret"), (re.compile(r"b\.\w+|t?cbn?z|tbn?z"), "branch")),
}

# Older binutils write the operand size of these though there is only one.
X86_SUFFIXED = re.compile(r"^(pushf|popf|ret|call|jmp|push|pop)q\b")
X86_RIP = re.compile(r"(?:0x)?[0-9a-f]+\(%rip\)|(?<=%gs:)0x[0-9a-f]{9,}")
X86_ADDRESS = re.compile(r"# ([0-9a-f]+)|%gs:0x([0-9a-f]{9,})")
ARM64_ADRP = re.compile(r"adrp (x\d+), ([0-9a-f]+)")
ARM64_LOW = re.compile(r"(?:add x\d+, (x\d+), #(\w+)|\w+ \w+, \[(x\d+)(?:, #(\w+))?\])$")


class Instruction:
    """One instruction. `target` is an address for jump, call and branch, otherwise None."""

    __slots__ = ("address", "next", "text", "flow", "target")

    def __init__(self, address, text, flow, target):
        self.address, self.text, self.flow, self.target = address, text, flow, target
        self.next = None


def _x86_variable(text, image):
    match = X86_ADDRESS.search(text)
    if not match:
        return text
    name = image.variable(int(match[1] or match[2], 16))
    return X86_RIP.sub(name, text) if name else text


def _decode(address, text, image):
    """The Instruction that a line of objdump means."""
    text = " ".join(text.split())
    if image.arch == "x86_64":
        text = X86_SUFFIXED.sub(r"\1", _x86_variable(text, image))
    mnemonic = text.split(" ")[0]
    flow = next((flow for pattern, flow in FLOWS[image.arch] if pattern.fullmatch(mnemonic)), None)
    text = COMMENT.sub("", text) if flow is None else re.sub(r" *//.*", "", text)
    match = TARGET.search(text) if flow in ("jump", "call", "branch") else None
    if not match:
        return Instruction(address, text, flow, None)
    return Instruction(address, text[:match.start()] + "->", flow, int(match[1], 16))


def _name_pages(code, image):
    """arm64: an address made by adrp and a low part; both halves get the variable's name."""
    pages = {}
    for at, page in enumerate(code):
        match = ARM64_ADRP.match(page.text)
        if not match:
            continue
        for low in code[at + 1:at + 8]:
            use = ARM64_LOW.match(low.text)
            if use and match[1] in (use[1], use[3]):
                offset = int(use[2] or use[4] or "0", 0)
                name = image.variable(int(match[2], 16) + offset)
                if name:
                    pages[page] = "adrp %s, %s" % (match[1], name)
                    pages[low] = low.text[:use.start(1 if use[1] else 3)] + "%s, :lo12:%s%s" % (
                        match[1], name, "]" if use[3] else "")
                break
    for instruction, text in pages.items():
        instruction.text = text


def read(lines, image):
    """{address: Instruction} of the lines of `objdump -d --no-show-raw-insn`."""
    code = []
    for line in lines:
        match = LINE.match(line)
        if match:
            code.append(_decode(int(match[1], 16), match[2], image))
    for one, following in zip(code, code[1:]):
        one.next = following.address
    if image.arch == "arm64":
        _name_pages(code, image)
    return {instruction.address: instruction for instruction in code}


def disassemble(image):
    """The lines of objdump for all code of an image. ImageError when no objdump can read it."""
    programs = OBJDUMPS[image.arch]
    for program in programs:
        try:
            done = subprocess.run([program, "-d", "-w", "--no-show-raw-insn", image.path],
                                  capture_output=True, text=True, check=False)
        except OSError:
            continue
        if done.returncode == 0:
            return done.stdout.splitlines()
    raise ImageError("%s: none of %s can disassemble it" % (image.path, ", ".join(programs)))
