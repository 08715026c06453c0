"""Tests of Trajan."""
