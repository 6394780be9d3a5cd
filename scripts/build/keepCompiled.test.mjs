import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import keepCompiled, { pitch } from './keepCompiled.mjs';

describe('keepCompiled', () => {
  let root;
  let file;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'keep-compiled-'));
    file = join(root, 'source.js');
    await writeFile(file, 'one');
  });
  afterEach(() => rm(root, { recursive: true }));

  /** Runs the loader as a bundler does: the loaders after it run only on a cache miss. */
  async function load(resourcePath, madeBy = 'the preset') {
    const context = {
      resourcePath,
      data: {},
      addDependency: vi.fn(),
      getOptions: () => ({ folder: join(root, 'kept'), madeBy }),
    };
    const kept = await pitch.call(context);
    if (kept !== undefined) return { kept, dependencies: context.addDependency.mock.calls };
    return { compiled: await keepCompiled.call(context, 'compiled') };
  }

  it('compiles a file once, and still depends on it', async () => {
    expect(await load(file)).toEqual({ compiled: 'compiled' });
    expect(await load(file)).toEqual({ kept: 'compiled', dependencies: [[file]] });
  });

  it('compiles again what has changed, or is compiled by something else', async () => {
    await load(file);
    expect(await load(file, 'another preset')).toEqual({ compiled: 'compiled' });
    await writeFile(file, 'two');
    expect(await load(file)).toEqual({ compiled: 'compiled' });
  });

  it('tells files with the same content from each other: what they import is beside them', async () => {
    await load(file);
    const other = join(root, 'other.js');
    await writeFile(other, 'one');
    expect(await load(other)).toEqual({ compiled: 'compiled' });
  });

  it('leaves alone what is no file', async () => {
    for (let times = 0; times < 2; times++) {
      expect(await load('data:text/javascript,one')).toEqual({ compiled: 'compiled' });
    }
  });
});
