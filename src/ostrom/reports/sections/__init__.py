"""The sections of the report, each made from the records of one run."""
