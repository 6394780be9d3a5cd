/** What the server keeps is for its own user alone. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;
