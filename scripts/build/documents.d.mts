/** What becomes the README of a new mini-app, and of a new host. */
export const OF_TEMPLATES: string[];
/** Every Markdown page for readers, with its path in the repository. */
export function readDocuments(): Promise<{ path: string; text: string }[]>;
