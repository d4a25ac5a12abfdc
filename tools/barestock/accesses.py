# SPDX-License-Identifier: GPL-2.0-only
"""Whether an instruction reads or writes memory, and whether it does so as one locked (atomic) step.

Judged by the text of objdump alone. The stack counts: push, pop, call and ret of x86_64 are accesses. Prefetches,
address arithmetic and no-ops with an operand are not. Of an exclusive pair of arm64 the store is the locked one.
"""
import re

X86_PREFIX = re.compile(r"^(?:(?:lock|rep\w*|data16|bnd|notrack|addr32|[c-gs]s)\s+)+")
X86_STACK = re.compile(r"(?:push|pop|call|ret|leave|iret)\w*$")
X86_NONE = re.compile(r"(?:lea|nop|prefetch|j)\w*$")
# A displacement alone is an absolute address; an immediate begins with $.
X86_OPERAND = re.compile(r"\(|%[c-g]s:|(?:^|,)-?0x[0-9a-f]+(?:,|$)")

ARM64_MEMORY = re.compile(r"(?:ld|st|cas|swp)\w*$")
ARM64_LOCKED = re.compile(r"(?:stl?x[rp]\w*|cas\w*|swp\w*|(?:ld|st)(?:add|clr|eor|set|[su]max|[su]min)\w*)$")


def _x86(text):
    rest = X86_PREFIX.sub("", text)
    mnemonic, _, operands = rest.partition(" ")
    operands = re.sub(r"\s*[#<].*", "", operands).strip()
    if X86_STACK.match(mnemonic):
        return True, False
    if X86_NONE.match(mnemonic):
        return "*" in operands and "(" in operands, False
    # Commas within an address are none between operands.
    is_memory = bool(X86_OPERAND.search(re.sub(r"\(.*?\)", "()", operands)))
    return is_memory, is_memory and (text.startswith("lock ") or mnemonic.startswith("xchg"))


def _arm64(text):
    mnemonic = text.split(" ", 1)[0]
    return bool(ARM64_MEMORY.match(mnemonic)), bool(ARM64_LOCKED.match(mnemonic))


def classify(arch, text):
    """(accesses memory, is locked) of a line of objdump's, without address."""
    return (_x86 if arch == "x86_64" else _arm64)(" ".join(text.split()))
