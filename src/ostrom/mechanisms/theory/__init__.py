"""Executable equilibrium claims: does any one-shot deviation pay?"""
