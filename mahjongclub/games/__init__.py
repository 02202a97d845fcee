"""The games as people meet them: on the screens, typed, on paper."""
