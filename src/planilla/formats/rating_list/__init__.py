"""Rating lists of federations: fixed columns, XML or CSV in, records and faults out."""
