"""Rating lists of federations: readers of fixed columns, XML and CSV."""
