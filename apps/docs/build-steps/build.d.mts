/** The output folder of the site. */
export const DOCS_FOLDER: string;
/** Builds the site unless its sources are unchanged; resolves to whether it built. */
export function buildDocs(): Promise<boolean>;
