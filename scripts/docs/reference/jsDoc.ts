/** The parts of a JSDoc comment. */
export interface JsDoc {
  text: string;
  params: { name: string; text: string }[];
  examples: string[];
}

/** Takes a comment without its stars apart. */
export function readJsDoc(comment: string): JsDoc {
  const [text = '', ...tags] = comment.split(/^(?=@\w)/m);
  const ofKind = (kind: string) =>
    tags
      .filter((tag) => tag.startsWith(`@${kind}`))
      .map((tag) =>
        tag
          .slice(kind.length + 1)
          .replace(/^[^\S\n]*\n?/, '')
          .trimEnd(),
      );
  return {
    text: prose(text),
    params: ofKind('param').map((tag) => {
      const [, name = '', about = ''] = /^(\S+)\s*(?:- )?([^]*)$/.exec(tag) ?? [];
      return { name, text: prose(about) };
    }),
    examples: ofKind('example'),
  };
}

/** As Markdown: links to code become code, and what looks like a tag is not one. */
function prose(text: string): string {
  return text
    .replaceAll(/\{@link ([^}|\s]+)(?:[|\s][^}]*)?\}/g, '`$1`')
    .replaceAll(/\s*\n\s*(?!-)/g, ' ')
    .trim();
}
