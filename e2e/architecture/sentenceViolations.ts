/** Every file that a sentence of ARCHITECTURE.md names and that is not there, one sentence each. */
export function sentenceViolations(text: string, exists: (path: string) => boolean): string[] {
  return filesInSentences(text)
    .filter((path) => !exists(path) && !exists(`server/src/${path}`))
    .map((path) => `ARCHITECTURE.md names \`${path}\` in a sentence, which does not exist.`);
}

/** The files with code that a text names, from the root or from the server's source on. */
export function filesInSentences(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.[cm]?[jt]sx?)`/g)].map(([, path]) => path!);
}
