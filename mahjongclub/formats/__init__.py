"""How dates and numbers are written, where we want it otherwise than Django (`FORMAT_MODULE_PATH`)."""
