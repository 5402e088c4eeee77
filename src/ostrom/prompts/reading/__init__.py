"""From a reply to an answer, one step a module."""
