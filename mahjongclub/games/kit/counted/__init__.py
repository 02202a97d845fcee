"""What games won by a number or by ticked patterns (tai, faan) share on screens and paper."""
