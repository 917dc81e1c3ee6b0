// Hides an attribute behind a line marker, in what is added to the lab's header.
int use_of_it = ADDED + (unseen != 0);
