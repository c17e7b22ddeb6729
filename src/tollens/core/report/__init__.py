"""What is to be told of a trace where others look for it: in a pull request, a test report, a list of findings."""
