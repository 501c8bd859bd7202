"""PyInstaller finds no library that ctypes loads by a path of its own, and none of the modules that are imported when they are used."""

from PyInstaller.utils.hooks import collect_dynamic_libs, collect_submodules

binaries = collect_dynamic_libs("sigprop")
hiddenimports = collect_submodules("sigprop", filter=lambda name: "__pyinstaller" not in name and not name.endswith("__main__"))
