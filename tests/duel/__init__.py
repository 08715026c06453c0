"""Tests of Caesar!."""
