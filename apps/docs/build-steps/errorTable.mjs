/** Links every code in the table of errors to its own page, which the server provides. */
export function linkErrors(html) {
  return html.replaceAll(
    /(<td>\d+<\/td>\s*<td>)<code>([\w-]+)<\/code>/g,
    '$1<a id="$2" href="/docs/errors/$2"><code>$2</code></a>',
  );
}

/** Makes every error a section in the search index, so that a search for a code leads to its row. */
export function errorSections(markdown) {
  const rows = markdown.matchAll(/^\| \d+ \| `([\w-]+)` \| (.*) \|$/gm);
  return [...rows].map(([, code, text]) => ({ id: code, title: code, text }));
}
