/** The modes of the server's files and folders: accessible to its own user only. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;
