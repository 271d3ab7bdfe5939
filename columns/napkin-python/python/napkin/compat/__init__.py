"""Functions in the shape of other libraries, for programs that move."""
