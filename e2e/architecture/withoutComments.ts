/** Blanks the comments of a text, so that line numbers stay the same. */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
}
