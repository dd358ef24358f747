"""Result tables in, metric tables out. Reads tables, never the engine."""
