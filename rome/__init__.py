"""What a person touches: the command line `rome` and the table in the browser."""
