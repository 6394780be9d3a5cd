import { expect, it } from 'vitest';

import { fencedBlock } from './fencedBlock.ts';

it('a fenced block is found by the start of one of its lines', () => {
  const markdown = '# A\n```sh\nnpx\n```\ntext\n```\nL6  e2e\nL0  contracts\n```\n';
  expect(fencedBlock(markdown, 'L6 ')).toBe('L6  e2e\nL0  contracts\n');
  expect(fencedBlock(markdown, 'packages/')).toBeUndefined();
});
