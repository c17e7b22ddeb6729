"""Text layout: what fits a width, a page of sections, and what may be printed."""
