"""The build backend: scikit-build-core where it exists, else scikit-build (which Debian 12 has)."""

try:
    from scikit_build_core.build import *  # noqa: F401,F403
except ImportError:
    import pathlib

    from setuptools import build_meta

    class _ScikitBuild(build_meta._BuildMetaBackend):
        """Setuptools, with the script that calls scikit-build beside this file."""

        def run_setup(self, setup_script="setup.py"):
            script = pathlib.Path(__file__).with_name("setup.py")
            return super().run_setup(str(script.relative_to(pathlib.Path.cwd())))

    _backend = _ScikitBuild()
    build_wheel = _backend.build_wheel
    build_sdist = _backend.build_sdist
    get_requires_for_build_sdist = _backend.get_requires_for_build_sdist
    prepare_metadata_for_build_wheel = _backend.prepare_metadata_for_build_wheel

    def get_requires_for_build_wheel(config_settings=None):
        """Nothing: the import of scikit-build says what is missing."""
        return []
