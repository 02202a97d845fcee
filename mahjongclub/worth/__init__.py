"""A hand's worth: any hand by any rules, with its reasons. All of it stands in the address."""
