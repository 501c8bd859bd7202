# Where the virtual environments of tools/requirements are, and whether one has the pins of its file; sourced from the top of the
# repository by install.sh and run.sh.

venv_stamp_name=pins.sha256

venv_names() { (cd tools/requirements && printf '%s ' *.txt) | sed 's/\.txt//g; s/ $//'; }

# The distribution's Python, as another one earlier in PATH may be any version.
venv_base_python() { if [[ -x /usr/bin/python3 ]]; then echo /usr/bin/python3; else command -v python3; fi; }

# Sets name's requirements, venv and log; 2 where there is no such file.
venv_of() {
  requirements="tools/requirements/$1.txt"
  venv="${SIGPROP_VENVS:-build/venv}/$1"
  log="$venv.log"
  if [[ ! -f "$requirements" ]]; then
    echo "tools/requirements: there is no $requirements; the environments are $(venv_names)" >&2
    return 2
  fi
}

# What the environment was made from, without comments; it is written last, so that a half-made one has none.
venv_stamp() { { sed -e 's/ *#.*//' -e '/^$/d' "$requirements" && "$(venv_base_python)" --version; } | sha256sum | cut -d ' ' -f 1; }

venv_is_current() { [[ -x "$venv/bin/python" && "$(cat "$venv/$venv_stamp_name" 2>/dev/null)" == "$(venv_stamp)" ]]; }
