/** Makes every code of the table of errors a link to its own page, which the server has. */
export function linkErrors(html) {
  return html.replaceAll(
    /(<td>\d+<\/td>\s*<td>)<code>([\w-]+)<\/code>/g,
    '$1<a id="$2" href="/docs/errors/$2"><code>$2</code></a>',
  );
}

/** Every error as a section of its own, so that a search for a code leads to its line. */
export function errorSections(markdown) {
  const rows = markdown.matchAll(/^\| \d+ \| `([\w-]+)` \| (.*) \|$/gm);
  return [...rows].map(([, code, text]) => ({ id: code, title: code, text }));
}
