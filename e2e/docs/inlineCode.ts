/** What stands between backticks in the sentences and tables of a page, on one line, as a reader sees it. */
export function inlineCode(markdown: string): string[] {
  const sentences = markdown.replaceAll(/^( *)```[^\n`]*\n[^]*?^ *```$/gm, '');
  return [...sentences.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, code]) =>
    code!.replaceAll(/\s*\n\s*/g, ' ').replaceAll('\\|', '|'),
  );
}
