/** Where the site is, once it is built. */
export const DOCS_FOLDER: string;
/** Builds the site, unless it was built from the same sources; resolves to whether it did. */
export function buildDocs(): Promise<boolean>;
