"""Measures Playhead beside other players, over a simulated network; started by `./bench`."""
