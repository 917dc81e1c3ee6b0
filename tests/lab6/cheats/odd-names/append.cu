// Beside it: files whose names are commands to careless scripts and makefiles.
