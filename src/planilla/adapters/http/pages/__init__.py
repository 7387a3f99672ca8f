"""The pages: each module holds those of a subject, as classes of `Pages` that are found."""
