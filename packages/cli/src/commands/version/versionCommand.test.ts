import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { miniapp } from '../../testing/miniapp.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { nextVersion } from './nextVersion.ts';

describe('miniapp version', () => {
  it.each([
    ['patch', '1.4.10'],
    ['minor', '1.5.0'],
    ['major', '2.0.0'],
    ['1.10.0', '1.10.0'],
    ['1.4.9', undefined],
    ['1.4.0', undefined],
    ['2.0', undefined],
    ['v2.0.0', undefined],
    ['', undefined],
  ])('makes of 1.4.9 by %s %s', (asked, version) => {
    expect(nextVersion('1.4.9', asked)).toBe(version);
  });

  it('writes the version into both files, and changes nothing else of them', async () => {
    const cwd = await temporaryFolder('version');
    expect((await miniapp(['create', '.', '--id', 'com.acme.tickets'], { cwd })).code).toBe(0);
    const read = (name: string) => readFile(join(cwd, name), 'utf8');
    const before = [await read('manifest.json'), await read('package.json')];
    const { code, stdout } = await miniapp(['version', 'minor'], { cwd });
    expect(stdout).toBe('✔ Tickets 0.1.0 is 0.2.0 now, in manifest.json and package.json\n');
    expect(code).toBe(0);
    expect([await read('manifest.json'), await read('package.json')]).toEqual(
      before.map((text) => text.replace('"version": "0.1.0"', '"version": "0.2.0"')),
    );
  });

  it('refuses what is no later version, and leaves the files as they are', async () => {
    const cwd = await temporaryFolder('version');
    await miniapp(['create', '.', '--id', 'com.acme.tickets'], { cwd });
    const { code, stderr } = await miniapp(['version', '0.0.9'], { cwd });
    expect(stderr).toContain('"0.0.9" is no version above 0.1.0.');
    expect(code).toBe(2);
    await writeFile(join(cwd, 'package.json'), '{}');
    const { stdout } = await miniapp(['version', 'patch'], { cwd });
    expect(stdout).toContain('is 0.1.1 now, in manifest.json\n');
  });
});
