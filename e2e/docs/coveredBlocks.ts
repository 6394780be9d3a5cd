import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readDocuments } from '../../scripts/build/documents.mjs';
import { type FencedBlock, fencedBlocks } from '../../scripts/build/fencedBlocks.mjs';
import { listFiles } from '../../scripts/build/listFiles.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Where tests are that run code blocks of pages, and what they share: not what they are for, which reads no page. */
const FOLDERS = ['e2e', 'server/src', 'server/test', 'scripts'];
const FOLDERS_OF_PACKAGES = ['src', 'test'];

/** A code block of a page, with the second-level heading above it. */
export interface PageBlock extends FencedBlock {
  page: string;
  place: string;
  section: string;
}

/** A block that a test takes from its page to run it, or all of a section. */
export type Taken = { page: string; test: string } & (
  | { language: string; text: string }
  | { section: string }
);

/** Code that compiles only in the project that it is for, since it imports that project's files or tools. */
export const OF_A_PROJECT = /from '(?:\.\/app|vite'|@vitejs\/)/i;

/** How the READMEs of packages have them installed: `e2e/readme-blocks.test.ts` runs all of these. */
export const INSTALLS = /^npm install (?:--save-dev )?@host\/[\w-]+\n$/;

/** All hand-written blocks. Those of the references are emitted by the compiler, or examples, which another test compiles. */
export async function readBlocks(): Promise<PageBlock[]> {
  const pages = (await readDocuments()).filter(({ path }) => !path.startsWith('docs/reference/'));
  return pages.flatMap(({ path: page, text }) => {
    const lines = text.split('\n');
    return fencedBlocks(text).map((block) => {
      const heading = lines.slice(0, block.line).findLast((line) => line.startsWith('## '));
      const section = heading?.slice('## '.length) ?? '';
      return { ...block, page, place: `${page}:${block.line}`, section };
    });
  });
}

/** The blocks that tests take from pages, found by their calls of `documentedBlock` and of a `Guide`. */
export async function readTaken(): Promise<Taken[]> {
  const packages = await readdir(join(ROOT, 'packages'));
  const folders = packages.flatMap((name) =>
    FOLDERS_OF_PACKAGES.map((folder) => join('packages', name, folder)),
  );
  const tests = await Promise.all([...FOLDERS, ...folders].map(sourcesIn));
  return tests.flat().flatMap(({ test, source }) => [
    ...[...source.matchAll(/documentedBlock\(\s*'([^']*)',\s*'([^']*)',\s*'([^']*)',?\s*\)/g)].map(
      ([, page = '', language = '', text = '']) => ({
        page,
        language,
        text: text.replaceAll('\\n', '\n'),
        test,
      }),
    ),
    ...[...source.matchAll(/Guide\.open\([\w.]+, '([^']*)\/'\)/g)].flatMap(([, name]) =>
      [...source.matchAll(/\bsection(?:\(|: )'([^']*)'/g)].map(([, section = '']) => ({
        page: `docs/${name}.md`,
        section,
        test,
      })),
    ),
  ]);
}

/** Whether a test takes a block. */
export function takes(taken: Taken, { page, language, text, section }: PageBlock): boolean {
  if (taken.page !== page) return false;
  if ('section' in taken) return taken.section === section;
  return taken.language === language && text.includes(taken.text);
}

async function sourcesIn(folder: string): Promise<{ test: string; source: string }[]> {
  const files = existsSync(join(ROOT, folder)) ? await listFiles(join(ROOT, folder)) : [];
  const names = files.filter((file) => file.endsWith('.ts') && !file.includes('node_modules'));
  return Promise.all(
    names.map(async (name) => {
      const test = join(folder, name);
      return { test, source: await readFile(join(ROOT, test), 'utf8') };
    }),
  );
}
