# SPDX-License-Identifier: GPL-2.0-only
"""What a row boots from, when it is no kernel: a stick, an ISO or a network directory of its own, and its one preset.

The media are copies of what `make image iso pxe` gave, with another barestock.conf, or none (`bare`); a signed stick is
made anew from the same tree. A row's copy is gone when the row has passed.
"""
import functools
import os
import shutil
import subprocess
import threading

from esp import BUILD, MTOOLS, ROOT

KINDS = {"stick": "disk", "signed": "disk", "bare": "disk", "iso": "cdrom", "pxe": "pxe"}
EXITS = {"x86_64": "isa-debug", "arm64": "semihost"}
VOLUME_AT = 1 << 20
# The test key of the firmware's own package, which its test variables trust.
KEY = "/usr/share/ovmf/PkKek-1-snakeoil"
SIGNING = threading.Lock()
# As mk/image.mk has it; any number does for a test.
ENVIRONMENT = dict(MTOOLS, SOURCE_DATE_EPOCH="1767225600")


def configuration(image, words):
    """A barestock.conf that starts these words at once."""
    return ('timeout=0\ndefault=row\npresets="row"\ncommon=""\nrow="%s"\nrow_image=%s\n' % (words, image))


def run(*argv):
    subprocess.run(argv, check=True, stdin=subprocess.DEVNULL, capture_output=True, env=ENVIRONMENT, cwd=ROOT)


def volume(image):
    """What mtools calls the partition of a disk image."""
    return "%s@@%d" % (image, VOLUME_AT)


@functools.lru_cache(None)
def _sign():
    out = os.path.join(BUILD, "matrix", "signed.img")
    place = os.path.join(BUILD, "matrix", "signed")
    os.makedirs(place, exist_ok=True)
    key = os.path.join(place, "snakeoil.key")
    run("openssl", "rsa", "-passin", "pass:snakeoil", "-in", KEY + ".key", "-out", key)
    run("make", "--no-print-directory", "-f", "mk/image.mk", "disk", "I=" + place, "DISK=" + out, "SIGN=" + key,
        "CERT=" + KEY + ".pem")
    return out


def _disk(source, path, conf):
    run("cp", "--reflink=auto", "--sparse=always", source, path)
    if conf:
        run("mcopy", "-o", "-i", volume(path), conf, "::/barestock.conf")
    else:
        run("mdel", "-i", volume(path), "::/barestock.conf")


def _iso(path, conf):
    tree = path + ".tree"
    shutil.rmtree(tree, ignore_errors=True)
    run("cp", "-al", os.path.join(BUILD, "image", "tree"), tree)
    os.unlink(os.path.join(tree, "barestock.conf"))
    shutil.copy(conf, os.path.join(tree, "barestock.conf"))
    run("image/make-iso", tree, "build/image", path)
    shutil.rmtree(tree)


def _network(path, conf):
    shutil.rmtree(path, ignore_errors=True)
    run("cp", "-al", os.path.join(BUILD, "pxe"), path)
    os.unlink(os.path.join(path, "barestock.conf"))
    shutil.copy(conf, os.path.join(path, "barestock.conf"))


def make(kind, path, image, words):
    """A medium at `path`; (option of tools/run, its value)."""
    conf = path + ".conf"
    with open(conf, "w", encoding="ascii") as file:
        file.write(configuration(image, words))
    if kind == "signed":
        with SIGNING:
            source = _sign()
    if kind == "iso":
        _iso(path, conf)
    elif kind == "pxe":
        _network(path, conf)
    else:
        _disk(source if kind == "signed" else os.path.join(BUILD, "barestock.img"), path,
              "" if kind == "bare" else conf)
    os.unlink(conf)
    return KINDS[kind], path


def remove(path):
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif os.path.exists(path):
        os.unlink(path)
