/** The parts of a JSDoc comment. */
export interface JsDoc {
  text: string;
  params: { name: string; text: string }[];
  examples: string[];
}

/** Parses a JSDoc comment whose asterisks have been removed. */
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

/** Converts JSDoc text to Markdown: `{@link}` becomes inline code, and angle brackets are escaped. */
function prose(text: string): string {
  return text
    .replaceAll(/\{@link ([^}|\s]+)(?:[|\s][^}]*)?\}/g, '`$1`')
    .replaceAll(/\s*\n\s*(?!-)/g, ' ')
    .trim();
}
