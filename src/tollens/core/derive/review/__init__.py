"""What a person is shown: claims, the gate, the review, what to do next, where something comes from."""
