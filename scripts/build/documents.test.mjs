import { expect, it } from 'vitest';

import { OF_TEMPLATES, readDocuments } from './documents.mjs';
import { fencedBlocks } from './fencedBlocks.mjs';
import { shellCommands } from './shellCommands.mjs';

it('the pages for readers are those at the root, in docs, of every package and of new projects', async () => {
  const paths = (await readDocuments()).map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'README.md',
      'docs/push.md',
      'packages/push/README.md',
      ...OF_TEMPLATES,
    ]),
  );
});

it('fenced blocks are found with their language and line, also in a list', () => {
  const page = [
    '# Title',
    '',
    '```ts',
    'a;',
    '```',
    '',
    '1. First:',
    '',
    '   ```sh',
    '   b',
    '     c',
    '   ```',
  ];
  expect(fencedBlocks(page.join('\n'))).toEqual([
    { language: 'ts', text: 'a;\n', line: 4 },
    { language: 'sh', text: 'b\n  c\n', line: 10 },
  ]);
});

it('commands of a shell are the words that programs get', () => {
  const text = [
    "# a comment that's quoted wrongly",
    'TOKEN=a npx --yes pnpm@12 test -t "rolling back"   # why',
    `cd ../x && npx miniapp login --token-stdin < "$token"`,
    `curl -f http://x \\`,
    `  -d '{`,
    `    "a": 1}'`,
    'packed=$PWD/.packed',
  ];
  expect(shellCommands(text.join('\n'))).toEqual([
    ['pnpm@12', 'test', '-t', 'rolling back'],
    ['cd', '../x'],
    ['miniapp', 'login', '--token-stdin'],
    ['curl', '-f', 'http://x', '-d', '{\n    "a": 1}'],
  ]);
});
