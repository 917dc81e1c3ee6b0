// With headers of its own in place of the contract's and the harness'.
