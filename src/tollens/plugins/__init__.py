"""What the world looks like: session formats, model languages, engines, signature backends, output formats."""
