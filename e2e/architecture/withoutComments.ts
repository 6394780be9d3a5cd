/** The text with its comments made blank, so that lines keep their numbers. */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
}
