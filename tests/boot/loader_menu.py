# SPDX-License-Identifier: GPL-2.0-only
"""The loader's menu, its configuration, and kernels that it must refuse. For tests/boot/loader."""
import os
import re
import struct

import esp
from stick import CONF, MENU, TEST


def check_menu(stick):
    """Countdown stopped, marks moved, words edited, Escape, last result, Enter."""
    stick.make(CONF % (30, "play=off"), test=esp.test_kernel(stick.arch))
    with stick.boot() as machine:
        machine.wait("> 1 one          the first")
        machine.wait("starting one in 30 s")
        machine.press("down")
        machine.wait("> 2 two")
        machine.wait("says to the kernel: play=off dump=no")
        machine.press("1")
        machine.wait("> 1 one")
        machine.wait(MENU)
        machine.press("up", "l")
        machine.wait("there is no result on this volume")
        machine.press("l")
        machine.wait(MENU)
        machine.press("e", "backspace", "x")
        machine.wait("Escape does not")
        machine.press("enter")
        machine.wait("says to the kernel: play=ofx (edited)")
        machine.wait(MENU)
        machine.press("2", "enter")
        machine.wait("starting two: preset=two play=off dump=no")
        machine.wait("end of handover")
    return ()


def check_countdown(stick):
    """Nobody there: the default, after its time. No configuration: the built-in presets, and a line that says so."""
    stick.make("timeout=2\ndefault=two\npresets=\"one two\"\none=a\ntwo=play=off\n")
    with stick.boot() as machine:
        machine.wait("starting two in 2 s")
        machine.wait("starting two in 1 s")
        machine.wait("end of handover")
    stick.make(None)
    with stick.boot() as machine:
        machine.wait("cannot read barestock.conf: it is not there; using built-in presets")
        machine.wait("> 1 quick")
        machine.wait("starting quick in ")
        machine.press("x")
        machine.wait("Aborted")
    return ()


CONF_ERRORS = {
    'presets="one"\none="a"\ncolour=red\n': 'barestock.conf, line 3: "colour" is no key',
    'presets="one"\none=a b\n': 'barestock.conf, line 2: "b" stands behind the value',
    'timeout=0\npresets="one three"\none=a\n': 'barestock.conf, line 2: "three" is listed in presets and set nowhere',
    "#" * 65537: "cannot read barestock.conf: it is too large",
}


def check_conf_errors(stick):
    """Each is named, and nothing starts by itself: it would not be what the file asks for."""
    for conf, said in CONF_ERRORS.items():
        stick.make(conf)
        with stick.boot() as machine:
            machine.wait(said)
            machine.wait("using built-in presets")
            machine.wait("> 1 quick")
            machine.press("2")
            machine.wait("> 2 published")
        if "any key stops this" in machine.text:
            yield "it counts down: %s" % machine.text


def check_shipped_conf(stick):
    """What the stick carries is understood, every preset of it."""
    with open(os.path.join(esp.ROOT, "image", "barestock.conf"), encoding="latin-1") as file:
        conf = file.read()
    stick.make(conf)
    with stick.boot() as machine:
        machine.wait("any key stops this")
    for number, preset in enumerate(re.search(r'^presets="(.*)"', conf, re.M)[1].split(), 1):
        if " %d %s " % (number, preset) not in machine.text:
            yield "%s is not in the menu: %s" % (preset, machine.text)
    if "built-in" in machine.text:
        yield machine.text


def other_machine(kernel):
    return kernel[:18] + struct.pack("<H", 243) + kernel[20:]


def check_bad_kernels(stick):
    """Each is named with what is wrong, and the menu comes again."""
    kernel = esp.test_kernel(stick.arch)
    pairs = [({"bench": kernel[:3000], "test": b"hello\n" * 100}, "it is cut short", "it is not an ELF file"),
             ({"bench": other_machine(kernel), "test": b""}, "it is for another kind of machine",
              "it is not an ELF file"),
             ({"bench": kernel[:40]}, "it is cut short", "cannot read " + TEST % stick.arch + ": it is not there")]
    for files, *said in pairs:
        stick.make(CONF % (0, "play=off"), **files)
        with stick.boot() as machine:
            machine.wait(said[0])
            machine.wait(MENU)
            machine.press("2", "enter")
            machine.wait(said[1])
            machine.wait(MENU)
            machine.press("1")
            machine.wait("> 1 one")
    return ()


def check_long_words(stick):
    stick.make(CONF % (0, "a" * 1020))
    with stick.boot() as machine:
        machine.wait("cannot start one: its words are longer than 1023 characters")
        machine.wait(MENU)
    return ()
