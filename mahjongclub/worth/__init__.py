"""A hand's worth: any hand by any rules, with its reasons. What is asked stands in the address."""
