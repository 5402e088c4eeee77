"""Matrix games under cooperation mechanisms, as the engine sees them."""

from ostrom.families.normal_form.design import design
from ostrom.families.normal_form.play import play_unit
from ostrom.families.protocol.family import Family

FAMILY = Family(name="normal_form", design=design, play=play_unit)
