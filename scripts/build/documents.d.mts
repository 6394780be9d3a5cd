/** Every Markdown page for readers, with its path in the repository. */
export function readDocuments(): Promise<{ path: string; text: string }[]>;
