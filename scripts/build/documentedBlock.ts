import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { fencedBlocks } from './fencedBlocks.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The only code block of a page in a language that contains a text, for a test that runs it. Call it with literals:
 * `e2e/documented-blocks.test.ts` scans for these calls to find out which blocks are run.
 */
export async function documentedBlock(
  page: string,
  language: string,
  text: string,
): Promise<string> {
  const blocks = fencedBlocks(await readFile(join(ROOT, page), 'utf8'));
  const found = blocks.filter((block) => block.language === language && block.text.includes(text));
  if (found.length === 1) return found[0]!.text;
  throw new Error(`${page} has ${found.length} blocks in ${language} with "${text}", and not one.`);
}

/** A block with this test's own in place of what it shows, each of which has to be in it. */
export function withOwn(block: string, own: Readonly<Record<string, string>>): string {
  let text = block;
  for (const [shown, here] of Object.entries(own)) {
    if (!text.includes(shown)) throw new Error(`This does not show ${shown}:\n${block}`);
    text = text.replaceAll(shown, here);
  }
  return text;
}
