import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import {
  INSTALLS,
  OF_A_PROJECT,
  type PageBlock,
  readBlocks,
  readTaken,
  takes,
} from './docs/coveredBlocks.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** `e2e/docs.test.ts` compiles these, or parses them. */
const COMPILED = new Set(['ts', 'tsx', 'js', 'json']);

/**
 * Blocks that are no command and no code, so that nothing can run them: pictures in letters, and what goes over the wire. Where
 * a test holds what they say, it is named, and names their page.
 */
const NO_CODE: { page: string; text: string; what: string; heldBy?: string }[] = [
  {
    page: 'ARCHITECTURE.md',
    text: 'published libraries, one job each',
    what: 'a picture',
    heldBy: 'e2e/architecture.test.ts',
  },
  {
    page: 'ARCHITECTURE.md',
    text: 'L8  bench',
    what: 'a picture',
    heldBy: 'e2e/architecture.test.ts',
  },
  {
    page: 'ARCHITECTURE.md',
    text: 'overview   → push',
    what: 'a picture',
    heldBy: 'e2e/architecture.test.ts',
  },
  {
    page: 'docs/push-protocol.md',
    text: 'base64url(32 random bytes)',
    what: 'a formula',
    heldBy: 'packages/contracts/src/push/live/protocol.test.ts',
  },
  {
    page: 'docs/push-protocol.md',
    text: '{"type":',
    what: 'frames',
    heldBy: 'packages/contracts/src/push/live/protocol.test.ts',
  },
  { page: 'docs/threat-model.md', text: 'stranger ─┐', what: 'a picture' },
  { page: 'packages/host-runtime/README.md', text: 'appId → resolve', what: 'a picture' },
];

const blocks = await readBlocks();
const taken = await readTaken();
const isListed = (block: PageBlock) =>
  NO_CODE.some(({ page, text }) => block.page === page && block.text.includes(text));
const isTaken = (block: PageBlock) => taken.some((each) => takes(each, block));
const isCompiled = ({ language, text }: PageBlock) =>
  COMPILED.has(language) && !OF_A_PROJECT.test(text);

it('every block of every page is run or compiled by a test, or is listed with why it is not', () => {
  expect(blocks.length).toBeGreaterThan(80);
  const left = blocks.filter(
    (block) =>
      !isTaken(block) && !isCompiled(block) && !INSTALLS.test(block.text) && !isListed(block),
  );
  expect(left.map(({ place, text }) => `${place} ${text.split('\n', 1)[0]}`)).toEqual([]);
});

it('a block that nobody takes is found', () => {
  const block = blocks.find(isTaken);
  expect(isTaken({ ...block!, page: 'docs/another.md' })).toBe(false);
  expect(isTaken({ ...block!, text: 'curl http://localhost', section: 'Another' })).toBe(false);
});

it('what tests take from pages is there', () => {
  expect(taken.length).toBeGreaterThan(15);
  const gone = taken.filter((each) => !blocks.some((block) => takes(each, block)));
  expect(gone).toEqual([]);
});

it('the list names blocks without a language that no test takes, and tests that read their pages', async () => {
  for (const { page, text, heldBy } of NO_CODE) {
    const named = blocks.filter((block) => block.page === page && block.text.includes(text));
    expect(named, `${page} ${text}`).not.toEqual([]);
    expect(named.filter(isTaken), `${page} ${text}`).toEqual([]);
    // What has a language is a command or code, and can be run, sent or read.
    expect(new Set(named.map(({ language }) => language)), `${page} ${text}`).toEqual(
      new Set(['']),
    );
    if (heldBy === undefined) continue;
    expect(await readFile(join(ROOT, heldBy), 'utf8'), heldBy).toContain(page);
  }
});
