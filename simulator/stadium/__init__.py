"""Stadium: the second game, a worker-placement game about a football team and its stadium."""
