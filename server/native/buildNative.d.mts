type Built = { file: string } | { missing: string };

/**
 * Compiles what the server has in C into a folder. It does without where there is no compiler or Node has no headers, so
 * that is no failure: says what was missing.
 */
export function buildNative(
  folder: string,
  moreFlags?: readonly string[],
): Promise<{ sockets: Built; keyAgreement: Built }>;
