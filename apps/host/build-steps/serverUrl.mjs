/** The server that builds for devices talk to. */
export const SERVER_URL = process.env.SERVER_URL ?? 'http://localhost:8080';
