"""What grid worlds share: moving, seeing, beams, spawning, orchards, rivers."""
