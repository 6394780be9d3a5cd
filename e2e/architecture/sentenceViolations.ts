/** Every file that a sentence of ARCHITECTURE.md names and that does not exist, one sentence each. */
export function sentenceViolations(text: string, exists: (path: string) => boolean): string[] {
  return filesInSentences(text)
    .filter((path) => !exists(path) && !exists(`server/src/${path}`))
    .map((path) => `ARCHITECTURE.md names \`${path}\` in a sentence, which does not exist.`);
}

/** The source files that a text names, relative to the root or to the server's sources. */
export function filesInSentences(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.[cm]?[jt]sx?)`/g)].map(([, path]) => path!);
}
