import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

import { LIMITS, PLATFORMS } from '@host/contracts';
import { inspectArchive } from '@host/server/testing';
import { describe, expect, it, onTestFinished } from 'vitest';

import { CliError } from '../terminal/CliError.ts';
import { digestFile } from './digestFile.ts';
import { packPlatform } from './packPlatform.ts';
import { buildFiles, temporaryFolder, writeFiles } from './testing/writeBuild.ts';
import { writeZip } from './writeZip.ts';

const run = promisify(execFile);
const UNZIP = ['/usr/bin/unzip', '/bin/unzip'].find((path) => existsSync(path));

const appId = 'com.acme.orders';
const version = '1.4.0';
const OUT_FILES = ['ios.zip', 'ios.maps.zip', 'ios.index.json'];

/** A build in a folder of its own, and where its archives go. */
async function writeBuild() {
  const folder = await temporaryFolder();
  const buildDir = join(folder, 'build/ios');
  await writeFiles(buildDir, Object.entries(await buildFiles(appId, version)));
  const outDir = join(folder, 'out');
  return { folder, buildDir, outDir, platform: 'ios', appId, version } as const;
}
const bytesOf = (outDir: string) =>
  Promise.all(OUT_FILES.map((name) => readFile(join(outDir, name), 'base64')));

async function refusalOf(call: Promise<unknown>): Promise<CliError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CliError);
  return error as CliError;
}

describe('packing a build', () => {
  it('takes what hosts need, and source maps into an archive of their own', async () => {
    const build = await writeBuild();
    const packed = await packPlatform(build);
    expect(packed.index.map(({ path }) => path)).toEqual([
      '__federation_expose_App.chunk.bundle',
      'assets/deep/er/Z.js',
      'assets/deep/er/a.js',
      'assets/empty.txt',
      'assets/mf-stats.json',
      'assets/noise.bin',
      'assets/zeros.bin',
      'assets/Ärger 100%.txt',
      'com_acme_orders.container.js',
      'index.bundle',
      'mf-manifest.json',
    ]);
    expect(packed.maps).toBe(join(build.outDir, 'ios.maps.zip'));
    expect((await inspectArchive(packed.maps!)).map(({ path }) => path)).toEqual([
      'com_acme_orders.container.js.map',
      'index.bundle.map',
    ]);
    expect((await readdir(build.outDir)).toSorted()).toEqual(OUT_FILES.toSorted());
  });

  it('gives size, digest and index, and writes the index beside the archive', async () => {
    const build = await writeBuild();
    const { archive, size, sha256, index } = await packPlatform(build);
    expect(archive).toBe(join(build.outDir, 'ios.zip'));
    expect({ size, sha256 }).toEqual(await digestFile(archive));
    const written = await readFile(join(build.outDir, 'ios.index.json'), 'utf8');
    expect(JSON.parse(written)).toEqual({ appId, version, platform: 'ios', files: index });
  });

  it('gives the index that the server finds', async () => {
    const { archive, index } = await packPlatform(await writeBuild());
    expect(await inspectArchive(archive)).toEqual(index);
  });

  it.skipIf(UNZIP === undefined)('makes archives that Info-ZIP takes', async () => {
    const { folder, ...build } = await writeBuild();
    const { archive, maps, index } = await packPlatform(build);
    for (const path of [archive, maps!]) {
      expect((await run(UNZIP!, ['-tqq', path])).stderr).toBe('');
    }
    await run(UNZIP!, ['-q', archive, '-d', join(folder, 'unpacked')]);
    for (const { path, sha256 } of index) {
      const unpacked = await readFile(join(folder, 'unpacked', path));
      expect(createHash('sha256').update(unpacked).digest('hex'), path).toBe(sha256);
    }
  });

  it('writes no extra field, no zip64 and no time that is not the same for all', async () => {
    const { archive, index } = await packPlatform(await writeBuild());
    const zip = await readFile(archive);
    const end = zip.subarray(-22);
    expect(end.readUInt16LE(10)).toBe(index.length);
    let at = end.readUInt32LE(16);
    for (const { path } of index) {
      const nameBytes = zip.readUInt16LE(at + 28);
      expect(zip.toString('utf8', at + 46, at + 46 + nameBytes)).toBe(path);
      const local = zip.readUInt32LE(at + 42);
      const extras = [
        zip.readUInt16LE(at + 30),
        zip.readUInt16LE(at + 32),
        zip.readUInt16LE(local + 28),
      ];
      expect(extras, 'extra fields and comment').toEqual([0, 0, 0]);
      expect(zip.readUInt32LE(at + 12), 'time').toBe(0x00210000);
      expect(zip.readUInt32LE(at + 38) >>> 16, 'mode').toBe(0o100644);
      at += 46 + nameBytes;
    }
    expect(at).toBe(zip.length - 22);
  });
});

describe('packing the same build again gives the same bytes', () => {
  it('at another place, from another folder, at another time, under another umask and in another order', async () => {
    const first = await writeBuild();
    await packPlatform(first);
    const expected = await bytesOf(first.outDir);

    const folder = await temporaryFolder('a longer name with spaces ');
    const reversed = Object.entries(await buildFiles(appId, version)).toReversed();
    const buildDir = join(folder, 'ios');
    await writeFiles(buildDir, reversed, { mode: 0o755, mtime: new Date('2001-02-03T04:05:06Z') });

    const [cwd, umask, zone] = [process.cwd(), process.umask(), process.env['TZ']];
    onTestFinished(() => {
      process.chdir(cwd);
      process.umask(umask);
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    });
    await mkdir(join(folder, 'elsewhere'));
    process.chdir(join(folder, 'elsewhere'));
    process.umask(0o077);
    process.env['TZ'] = 'Pacific/Kiritimati';
    const outDir = join(folder, 'out');
    await packPlatform({
      ...first,
      buildDir: relative(process.cwd(), buildDir),
      outDir: relative(process.cwd(), outDir),
    });
    expect(await bytesOf(outDir)).toEqual(expected);
  });

  it('over an archive that is there, and in a process with another locale', async () => {
    const build = await writeBuild();
    await packPlatform(build);
    const expected = await bytesOf(build.outDir);
    await packPlatform(build);
    expect(await bytesOf(build.outDir)).toEqual(expected);

    await rm(build.outDir, { recursive: true });
    const module = new URL('packPlatform.ts', import.meta.url).href;
    const program = `import(${JSON.stringify(module)}).then(({ packPlatform }) => packPlatform(${JSON.stringify(build)}))`;
    const env = {
      ...process.env,
      LC_ALL: 'tr_TR.UTF-8',
      LANG: 'tr_TR.UTF-8',
      TZ: 'Asia/Kathmandu',
    };
    await run(process.execPath, ['--import', 'tsx', '--eval', program], { env });
    expect(await bytesOf(build.outDir)).toEqual(expected);
  });

  it('whatever the files are, and the server finds the same in them', async () => {
    const random = chance(20_260_110);
    for (let round = 0; round < 15; round++) {
      const files = Array.from({ length: Math.floor(random() * 12) }, (_, index) => {
        const name = `${['a', 'B', 'é', '_', '日本', 'x y'][Math.floor(random() * 6)]}${index}.js`;
        const path = random() < 0.5 ? name : `d${Math.floor(random() * 3)}/${name}`;
        const length = Math.floor(random() ** 4 * 200_000);
        const kinds = random() < 0.5 ? 1 : 256;
        const bytes = Array.from({ length }, () => Math.floor(random() * kinds));
        return [path, Buffer.from(bytes)] as const;
      }).concat([['mf-manifest.json', Buffer.from('{}')]]);
      const folder = await temporaryFolder();
      const results = [];
      for (const [name, order] of Object.entries({ one: files, two: files.toReversed() })) {
        await writeFiles(join(folder, name), order);
        const outDir = join(folder, `out-${name}`);
        const request = {
          platform: 'web',
          appId,
          version,
          buildDir: join(folder, name),
          outDir,
        } as const;
        results.push(await packPlatform(request));
      }
      const [one, two] = results;
      expect(one!.sha256).toBe(two!.sha256);
      expect(one!.index).toEqual(two!.index);
      expect(await inspectArchive(one!.archive)).toEqual(one!.index);
      expect(one!.index).toHaveLength(files.length);
    }
  });

  it('and another byte, name or platform gives others', async () => {
    const build = await writeBuild();
    const { sha256, index } = await packPlatform(build);
    await writeFile(join(build.buildDir, 'assets/empty.txt'), 'x');
    const changed = await packPlatform(build);
    expect(changed.sha256).not.toBe(sha256);
    expect(changed.index).not.toEqual(index);
    for (const platform of PLATFORMS) {
      expect((await packPlatform({ ...build, platform })).archive).toMatch(`${platform}.zip`);
    }
  });
});

describe('packing is refused', () => {
  it('where nothing is built, naming the folder and the way out', async () => {
    const folder = await temporaryFolder();
    const request = { platform: 'ios', appId, version, outDir: join(folder, 'out') } as const;
    const missing = await refusalOf(packPlatform({ ...request, buildDir: join(folder, 'none') }));
    expect(missing.message).toContain(join(folder, 'none'));
    expect(missing.fix).toBe('Build the mini-app for ios first.');
    await writeFiles(join(folder, 'build'), [['ios/mf-manifest.json', '{}']]);
    const above = await refusalOf(packPlatform({ ...request, buildDir: join(folder, 'build') }));
    expect(above.code).toBe('not-built');
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('for links, which would lead out of the build', async () => {
    const build = await writeBuild();
    await symlink('/etc/hostname', join(build.buildDir, 'assets/link'));
    const { code, message } = await refusalOf(packPlatform(build));
    expect([code, message]).toEqual(['not-a-file', expect.stringContaining('assets/link')]);
  });

  it('into the build itself', async () => {
    const build = await writeBuild();
    for (const inside of ['', 'out', 'a/b']) {
      const outDir = join(build.buildDir, inside);
      expect((await refusalOf(packPlatform({ ...build, outDir }))).code).toBe('out-inside-build');
    }
    await packPlatform({ ...build, outDir: `${build.buildDir}-out` });
    await packPlatform({ ...build, outDir: join(build.buildDir, '..') });
  });

  it('for more files than an archive may hold', async () => {
    const build = await writeBuild();
    const many = Array.from({ length: LIMITS.archiveFiles }, (_, index) => `many/${index}`);
    await mkdir(join(build.buildDir, 'many'));
    await Promise.all(many.map((path) => writeFile(join(build.buildDir, path), '')));
    expect((await refusalOf(packPlatform(build))).code).toBe('archive-too-large');
  });

  it('for more than an archive may unpack to, before anything is read', async () => {
    const build = await writeBuild();
    const large = join(build.buildDir, 'large.bin');
    await writeFile(large, '');
    await truncate(large, LIMITS.unpackedBytes);
    expect((await refusalOf(packPlatform(build))).code).toBe('archive-too-large');
    expect(existsSync(build.outDir)).toBe(false);
  });
});

describe('an archive that cannot be finished', () => {
  it('leaves what was there, and nothing of its own', async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, [['a.js', 'a']]);
    await mkdir(join(folder, 'out'));
    const target = join(folder, 'out/ios.zip');
    await writeFile(target, 'the one before');
    await expect(writeZip(target, folder, ['a.js', 'gone.js'])).rejects.toThrow('ENOENT');
    expect(await readdir(join(folder, 'out'))).toEqual(['ios.zip']);
    expect(await readFile(target, 'utf8')).toBe('the one before');
  });
});

it('source maps of an earlier build do not stay', async () => {
  const build = await writeBuild();
  await packPlatform(build);
  for (const path of await readdir(build.buildDir)) {
    if (path.endsWith('.map')) await rm(join(build.buildDir, path));
  }
  const packed = await packPlatform(build);
  expect(packed).not.toHaveProperty('maps');
  expect(existsSync(join(build.outDir, 'ios.maps.zip'))).toBe(false);
});

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
