import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Terminal } from './Terminal.ts';

/** A block of code on a page of the site. */
export interface GuideBlock {
  language: string;
  text: string;
  /** The file that it is: what its first line says in a comment, and for JSON, what the sentence before it names. */
  file?: string;
}

const BLOCK = /<div class="code"><pre[^>]*><code class="language-(\w+)">([^]*?)<\/code><\/pre>/g;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#x27': "'" };

/** A guide on the site as a server renders it, for tests that follow it literally. */
export class Guide {
  readonly #html: string;
  readonly #serverUrl: string;

  private constructor(html: string, serverUrl: string) {
    this.#html = html;
    this.#serverUrl = serverUrl;
  }

  /** Opens a page below `/docs/`. */
  static async open(serverUrl: string, path: string): Promise<Guide> {
    const answer = await fetch(`${serverUrl}/docs/${path}`);
    if (!answer.ok) throw new Error(`${answer.url} answers ${answer.status}.`);
    return new Guide(await answer.text(), serverUrl);
  }

  /** The code blocks below a heading, in order, with the URL of this server in place of the one on the page. */
  section(heading: string): GuideBlock[] {
    const parts = this.#html.split(/(?=<h2 )/);
    const found = parts.filter((part) => plain(/^<h2 [^>]*>(.*?)<a /.exec(part)?.[1]) === heading);
    if (found.length !== 1) throw new Error(`The page has ${found.length} headings "${heading}".`);
    const [html = ''] = found;
    return [...html.matchAll(BLOCK)].map(({ index, 1: language = '', 2: code }) => {
      const text = plain(code).replaceAll('http://localhost:8080', this.#serverUrl);
      const file = fileOf(language, text, html.slice(0, index));
      return { language, text, ...(file && { file }) };
    });
  }
}

/** Executes blocks in order: runs commands and writes files. Any other kind of block is an error. */
export async function follow(blocks: readonly GuideBlock[], terminal: Terminal): Promise<void> {
  for (const { language, text, file } of blocks) {
    if (language === 'sh') {
      await terminal.run(text);
      continue;
    }
    if (file === undefined) throw new Error(`This is no command, and no file:\n${text}`);
    const path = join(terminal.cwd, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

function fileOf(language: string, text: string, before: string): string | undefined {
  if (language !== 'json') return /^\/\/ (\S+\.\w+)\n/.exec(text)?.[1];
  return [...before.matchAll(/<code>([\w./-]+\.json)<\/code>/g)].at(-1)?.[1];
}

function plain(html = ''): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([^;]+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
