# SPDX-License-Identifier: GPL-2.0-only
"""The budgets: what counts as an access, whose an instruction is, the execution log, the file and its comparison."""
import unittest

from barestock import accesses, budget_file, exec_log, parts, reach

X86 = {
    "mov    %rax,%rdx": (0, 0), "lea    0x8(%rdi,%rax,4),%rax": (0, 0), "nopw   0x0(%rax,%rax,1)": (0, 0),
    "cs nopw 0x0(%rax,%rax,1)": (0, 0), "data16 cs nopw 0x0(%rax,%rax,1)": (0, 0), "prefetcht0 (%rax)": (0, 0),
    "jmp    ffffffff80101234 <f+0x4>": (0, 0), "je     ffffffff80101234 <f+0x4>": (0, 0), "cli": (0, 0),
    "mov    $0xffffffff80101234,%rdi": (0, 0), "test   $0x200,%edx": (0, 0), "shl    %eax": (0, 0),
    "mov    0x8(%rdi),%rax": (1, 0), "mov    %rax,(%rdi)": (1, 0), "addq   $0x8,0x10(%rdi)": (1, 0),
    "mov    0xffffffff80159000,%rax": (1, 0), "mov    %eax,0xffffffff80159000(,%rax,8)": (1, 0),
    "incl   %gs:0x7fe9a0d4(%rip)        # 1234 <x86_preempt_word>": (1, 0), "mov    %gs:0x0,%rax": (1, 0),
    "cmpxchg16b %gs:(%rsi)": (1, 0), "push   %rbx": (1, 0), "pop    %rax": (1, 0), "pushf": (1, 0), "ret": (1, 0),
    "call   ffffffff80101234 <f>": (1, 0), "call   *0x10(%rax)": (1, 0), "jmp    *%rax": (0, 0),
    "jmp    *0x8(%rax)": (1, 0), "rep stos %rax,%es:(%rdi)": (1, 0), "xchg   %rax,%rdx": (0, 0),
    "xchg   %ax,%ax": (0, 0), "xchg   %rax,(%rdi)": (1, 1), "lock cmpxchg %rdx,(%rdi)": (1, 1),
    "lock xadd %rax,0x8(%rdi)": (1, 1), "lock incl 0xffffffff80159000": (1, 1), "movzbl 0x1(%rax),%eax": (1, 0),
}
ARM64 = {
    "mov\tx0, x1": (0, 0), "ldr\tx0, [x1, #8]": (1, 0), "ldp\tx29, x30, [sp], #16": (1, 0), "str\tx0, [x1]": (1, 0),
    "stp\tx29, x30, [sp, #-16]!": (1, 0), "prfm\tpstl1strm, [x1]": (0, 0), "ret": (0, 0), "bl\t1234 <f>": (0, 0),
    "ldxr\tx0, [x1]": (1, 0), "ldaxr\tw0, [x1]": (1, 0), "stxr\tw2, x0, [x1]": (1, 1), "stlxr\tw2, x0, [x1]": (1, 1),
    "stlr\tx0, [x1]": (1, 0), "ldar\tx0, [x1]": (1, 0), "ldadd\tx0, x1, [x2]": (1, 1), "stadd\tx0, [x2]": (1, 1),
    "casp\tx0, x1, x2, x3, [x4]": (1, 1), "swpal\tx0, x1, [x2]": (1, 1), "ldxp\tx0, x1, [x2]": (1, 0),
    "stxp\tw3, x0, x1, [x2]": (1, 1), "sub\tx0, x0, #0x1": (0, 0), "msr\tdaif, x0": (0, 0),
    "ldset\tx0, x1, [x2]": (1, 1),
    "strb\tw0, [x1]": (1, 0), "ldrsw\tx0, [x1]": (1, 0),
}


class Accesses(unittest.TestCase):
    def test_each_form(self):
        for arch, forms in (("x86_64", X86), ("arm64", ARM64)):
            for text, wanted in forms.items():
                with self.subTest(text=text):
                    self.assertEqual(accesses.classify(arch, text), tuple(map(bool, wanted)))


class Parts(unittest.TestCase):
    def test_the_innermost_file_of_a_part_decides(self):
        for places, part in ((["kernel/mm/slab.c:10"], "slab"),
                             (["kernel/memcg/include/memcg/slab_hooks.h:5", "kernel/mm/slab.c:10"], "hooks"),
                             (["arch/x86_64/include/asm/irqflags.h:9", "kernel/memcg/obj_stock.c:3"], "charge"),
                             (["kernel/memcg/include/memcg/count.h:9", "kernel/memcg/obj_stat.c:3",
                               "kernel/mm/slab.c:1"], "statistics"),
                             (["kernel/sched/include/sched/percpu_ref.h:9 (discriminator 2)"], "charge"),
                             (["bench/hot/alloc1.c:20"], "loop"), (["kernel/lib/string.c:4"], None),
                             (["??:0"], None), ([], None)):
            with self.subTest(places=places):
                self.assertEqual(parts.part_of_frames(places), part)

    def test_frames_of_addr2line(self):
        text = ("0x0000000080001000\ninner\nkernel/memcg/stat.c:4\nouter\nkernel/mm/slab.c:9\n"
                "0x0000000080001004\n??\n??:0\n")
        self.assertEqual(parts.read_frames(text), {0x80001000: ["kernel/memcg/stat.c:4", "kernel/mm/slab.c:9"],
                                                   0x80001004: ["??:0"]})


def told(*addresses):
    return [b"----------------", b"IN: f"] + [b"0x%016x:  90  nop" % address for address in addresses] + [b""]


def trace(address, cflags=0xff020200):
    return b"Trace 0: 0x7f0000000000 [0000000000000000/%016x/0000c2b0/%08x] f" % (address, cflags)


class Log(unittest.TestCase):
    def calls(self, lines, ends=None):
        found = exec_log.Calls(ends or {0x100: {0x108}}, lambda first, last: range(first, last + 1, 4))
        found.read(lines)
        return found.last

    def test_blocks_become_instructions_and_the_newest_call_counts(self):
        first = told(0x100, 0x104) + [trace(0x100)] + told(0x108) + [trace(0x108)]
        self.assertEqual(self.calls(first), {0x100: [0x100, 0x104, 0x108]})
        again = [trace(0x100)] + told(0x200) + [trace(0x200), trace(0x108)]
        self.assertEqual(self.calls(first + again), {0x100: [0x100, 0x104, 0x200, 0x108]})

    def test_what_is_patched_is_told_anew(self):
        lines = told(0x100, 0x104) + [trace(0x100)] + told(0x108) + [trace(0x108)]
        lines += told(0x100) + [trace(0x100), trace(0x108)]
        self.assertEqual(self.calls(lines), {0x100: [0x100, 0x108]})

    def test_a_block_cut_short_by_the_counter_is_another_block(self):
        lines = told(0x100, 0x104) + [trace(0x100)] + told(0x108) + [trace(0x108)]
        lines += told(0x100) + [trace(0x100, 1)] + told(0x104) + [trace(0x104)] + [trace(0x108)]
        self.assertEqual(self.calls(lines + [trace(0x100), trace(0x108)])[0x100], [0x100, 0x104, 0x108])

    def test_a_block_put_off_counts_once(self):
        stopped = b"Stopped execution of TB chain before 0x7f0000000000 [%016x] f" % 0x200
        lines = told(0x100) + [trace(0x100)] + told(0x200) + [trace(0x200), stopped, trace(0x200)]
        self.assertEqual(self.calls(lines + told(0x108) + [trace(0x108)]), {0x100: [0x100, 0x200, 0x108]})

    def test_what_lies_between_is_asked_of_the_image(self):
        lines = told(0x100, 0x102, 0x108) + [trace(0x100)]
        self.assertEqual(self.calls(lines), {0x100: [0x100, 0x104, 0x108]})

    def test_a_call_that_does_not_end_is_none(self):
        self.assertEqual(self.calls(told(0x100) + [trace(0x100)]), {})


class Reach(unittest.TestCase):
    def test_functions_reached_by_calls_and_jumps(self):
        lines = ["ffff0100:\tcall   ffff0200 <g>", "ffff0104:\tret", "ffff0200:\tje     ffff0300 <h.cold>",
                 "ffff0204:\tret", "ffff0300:\tjmp    ffff0204 <g+0x4>", "ffff0400:\tret", "other"]
        symbols = [(start, 8, 2, "f") for start in (0xffff0100, 0xffff0200, 0xffff0300, 0xffff0400)]
        code = reach.Code(lines, symbols)
        self.assertEqual([start for start, _ in reach.functions(code, [0xffff0100])],
                         [0xffff0100, 0xffff0200, 0xffff0300])
        self.assertEqual(code.returns(0xffff0200), {0xffff0204})
        self.assertIsNone(code.function(0xffff0108))


KEY = ("alloc1", 128, "base", "on", "slab")


class File(unittest.TestCase):
    def test_what_is_written_is_read(self):
        found = {KEY: (195000, 100500, 0), ("alloc4", 4096, "base", "on", "total"): (-1001, 1, 12)}
        self.assertEqual(budget_file.read(budget_file.write("x86_64", found)), found)

    def test_bad_lines(self):
        for text in ("alloc1 128 base on slab 1 2", "alloc1 x base on slab 1 2 3", "alloc1 128 base on slab 1 2 x",
                     "alloc1 128 base on slab 1 2 3.1234", "alloc1 128 base on slab 1 2 3\n" * 2):
            with self.subTest(text=text), self.assertRaises(budget_file.FileError):
                budget_file.read(text)

    def test_a_rise_of_any_figure_fails_and_a_fall_is_named(self):
        budget = {KEY: (195000, 100000, 2000)}
        self.assertEqual(budget_file.compare(budget, budget), [(KEY, [], [])])
        for place in range(3):
            figures = list(budget[KEY])
            figures[place] += 1
            (_, wrong, lower), = budget_file.compare({KEY: tuple(figures)}, budget)
            self.assertEqual((len(wrong), lower), (1, []))
            figures[place] -= 2
            (_, wrong, lower), = budget_file.compare({KEY: tuple(figures)}, budget)
            self.assertEqual((wrong, len(lower)), ([], 1))

    def test_both_sides_must_have_it(self):
        self.assertEqual(budget_file.compare({KEY: (1, 1, 1)}, {})[0][1], ["has no budget"])
        self.assertEqual(budget_file.compare({}, {KEY: (1, 1, 1)})[0][1], ["was not measured"])


if __name__ == "__main__":
    unittest.main()
