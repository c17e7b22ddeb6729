"""The policy language over traces (§13.5, §18.5 and the policy companion): text, tree, static check, evaluation."""
