import { appendFile, cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { whyNoHermes } from '../engines/hermes/hermesBinary.ts';
import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { checkSyntax } from './checkSyntax.ts';

const CHUNK = '__federation_expose_App.chunk.bundle';
let orders = '';
let folder = '';

beforeAll(async () => {
  orders = await builtFixture('orders', 'ios');
}, BUILD_MS);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'syntax-'));
  await cp(join(orders, 'build/ios'), folder, { recursive: true });
});

afterEach(() => rm(folder, { recursive: true }));

// Left out and not skipped where there is none: nothing that could be installed would help. The set-up of the tests says it.
const [HERE, NOT_HERE] =
  whyNoHermes() === undefined ? [['checkSyntax'], []] : [[], ['checkSyntax']];

it.each(NOT_HERE)('%s says why it cannot be done', async () => {
  await expect(checkSyntax(folder)).rejects.toThrow('There is no Hermes for');
});

describe.each(HERE)('%s', () => {
  it('finds nothing wrong with a build', async () => {
    expect(await checkSyntax(folder)).toEqual([]);
  });

  it('leaves the machine’s /dev/null what it is, for root too', async () => {
    await checkSyntax(folder);
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });

  it('names the file, the line and what Hermes does not understand', async () => {
    await appendFile(join(folder, CHUNK), '\nlet x = ;\n');
    expect(await checkSyntax(folder)).toEqual([
      { file: CHUNK, line: 2, column: 9, message: 'invalid expression' },
    ]);
  });
});
