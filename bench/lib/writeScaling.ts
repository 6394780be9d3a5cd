import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../docs/scaling.md', import.meta.url));

/** Writes the results of a benchmark into its section of docs/scaling.md, leaving the rest as it is. */
export async function writeScaling(benchmark: string, markdown: string): Promise<void> {
  const [start, end] = [
    `<!-- written by pnpm bench ${benchmark} -->`,
    `<!-- end of ${benchmark} -->`,
  ];
  const page = await readFile(PAGE, 'utf8');
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/scaling.md has no place for ${benchmark}.`);
  const before = page.slice(0, from + start.length);
  await writeFile(PAGE, `${before}\n\n${markdown.trim()}\n\n${page.slice(to)}`);
}
