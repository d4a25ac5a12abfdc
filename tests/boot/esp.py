# SPDX-License-Identifier: GPL-2.0-only
"""FAT16 volumes with our loader on them, made and read by mtools; no partition table, which firmware does not need."""
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
BUILD = os.path.join(ROOT, "build")
LOADERS = {"x86_64": "BOOTX64.EFI", "arm64": "BOOTAA64.EFI"}
# What mtools are started with: no configuration of this machine.
MTOOLS = dict(os.environ, MTOOLSRC=os.devnull, MTOOLS_SKIP_CHECK="1")


def build(*targets):
    """What of mk/efi.mk a suite needs."""
    subprocess.run(["make", "--no-print-directory", "-s", "-f", "mk/efi.mk", *targets], cwd=ROOT, check=True,
                   stdin=subprocess.DEVNULL)


def mtools(*argv, content=None):
    return subprocess.run(argv, check=True, input=content, capture_output=True, env=MTOOLS,
                          stdin=None if content is not None else subprocess.DEVNULL).stdout


def loader(arch):
    return os.path.join(BUILD, "efi", LOADERS[arch])


def test_kernel(arch):
    with open(os.path.join(BUILD, "efi", arch, "loader-kernel.elf"), "rb") as file:
        return file.read()


def write(path, name, content):
    """A file on the volume, its folders made as needed."""
    folder = ""
    for part in name.split("/")[:-1]:
        folder += "/" + part
        subprocess.run(["mmd", "-i", path, "::" + folder], check=False, capture_output=True, env=MTOOLS,
                       stdin=subprocess.DEVNULL)
    mtools("mcopy", "-o", "-i", path, "-", "::/" + name, content=content)


def make(path, arch, conf, files=(), mib=34, program=None):
    """A volume of `mib` MiB: the loader (or `program`), barestock.conf unless `conf` is None, `files` {name: bytes}."""
    with open(path, "wb") as file:
        file.truncate(mib << 20)
    mtools("mformat", "-i", path, "-h", "16", "-s", "32", "-t", str(mib * 4), "::")
    with open(program or loader(arch), "rb") as file:
        write(path, "EFI/BOOT/" + LOADERS[arch], file.read())
    if conf is not None:
        write(path, "barestock.conf", conf.encode("latin-1"))
    for name, content in dict(files).items():
        write(path, name, content)


def results(path):
    """{name: bytes} of the folder /results; empty if there is none."""
    listed = subprocess.run(["mdir", "-b", "-i", path, "::/results"], check=False, capture_output=True, env=MTOOLS,
                            stdin=subprocess.DEVNULL)
    names = [line.rsplit("/", 1)[-1] for line in listed.stdout.decode().split("\n") if "." in line]
    return {name: mtools("mcopy", "-i", path, "::/results/" + name, "-") for name in sorted(names)}
