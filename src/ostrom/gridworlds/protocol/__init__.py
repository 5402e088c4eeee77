"""What a grid world is: chance, clock, step, observation, settings, making one."""
