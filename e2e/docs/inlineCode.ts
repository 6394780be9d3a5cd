/** The inline code in the sentences and tables of a page, as rendered. */
export function inlineCode(markdown: string): string[] {
  const sentences = markdown.replaceAll(/^( *)```[^\n`]*\n[^]*?^ *```$/gm, '');
  return [...sentences.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, code]) =>
    code!.replaceAll(/\s*\n\s*/g, ' ').replaceAll('\\|', '|'),
  );
}
