import { appendFile, cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

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

describe('checkSyntax', () => {
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
