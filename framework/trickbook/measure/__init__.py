"""What is measured, how sure it is, and how games differ: statistics, metrics, and a comparison as plain data."""
