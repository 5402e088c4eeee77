"""The wire format of OpenAI-compatible servers: endpoints, requests, replies."""
