import type { ArtifactFile, Platform } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import {
  checkFederationManifest,
  parseFederationManifest,
  sharedRanges,
} from './readFederationManifest.ts';
import { buildMiniAppFixture } from './testing/miniAppArchive.ts';
import { refusalOf } from './testing/refusalOf.ts';

const APP_ID = 'com.acme.orders';
const CONTAINER = 'com_acme_orders.container.js';
const CHUNK = '__federation_expose_App.chunk.bundle';

const fixture = await buildMiniAppFixture(APP_ID, '1.0.0');
const manifest = () => parseFederationManifest(fixture.manifest);
const app = () => {
  const parsed = manifest();
  const [expose] = parsed.exposes;
  if (!expose) throw new Error('the fixture exposes nothing');
  return { parsed, expose };
};

function filesOf(...paths: string[]): ArtifactFile[] {
  return paths.map((path) => ({ path, size: 0, sha256: '', integrity: '' }));
}

const complete: Partial<Record<Platform, ArtifactFile[]>> = {
  ios: filesOf(CONTAINER, CHUNK),
  android: filesOf(CONTAINER, CHUNK),
};

function refusal(check: () => void) {
  return refusalOf(Promise.resolve().then(check));
}

/** A check of a manifest that has these names and no others. */
function named(name: string, metaName?: string, globalName?: string) {
  return () => {
    const parsed = manifest();
    parsed.name = name;
    delete parsed.metaData.name;
    delete parsed.metaData.globalName;
    if (metaName !== undefined) parsed.metaData.name = metaName;
    if (globalName !== undefined) parsed.metaData.globalName = globalName;
    checkFederationManifest(parsed, APP_ID, complete);
  };
}

describe('parsing', () => {
  it('takes text and bytes, and keeps what it does not know', () => {
    expect(parseFederationManifest(Buffer.from(fixture.manifest))).toEqual(
      JSON.parse(fixture.manifest),
    );
    expect(manifest()).toEqual(JSON.parse(fixture.manifest));
  });

  it.each([
    ['no JSON', '{"name":'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['nothing', ''],
  ])('refuses %s', async (_, source) => {
    const error = await refusal(() => parseFederationManifest(source));
    expect(error.code).toBe('artifact-manifest-invalid');
    expect(error.message).toContain('not JSON');
  });

  it.each([
    ['a list', [], '/'],
    ['no name', { ...manifest(), name: undefined }, '/name'],
    ['no entry', { ...manifest(), metaData: {} }, '/metaData/remoteEntry'],
    ['a wrong expose', { ...manifest(), exposes: [{ name: 1 }] }, '/exposes/0/name'],
  ])('refuses %s and names the field', async (_, value, field) => {
    const error = await refusal(() => parseFederationManifest(JSON.stringify(value)));
    expect(error.code).toBe('artifact-manifest-invalid');
    expect(error.message).toContain(`at ${field}:`);
    expect(error.errors?.[0]?.pointer).toBe(field === '/' ? '' : field);
  });
});

describe('what it shares', () => {
  const sharing = (shared: object[]) => () =>
    parseFederationManifest(JSON.stringify({ ...manifest(), shared }));
  const modules = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `m${index}`, requiredVersion: '^1.0.0' }));

  it('may be as much as a host is ever held against', () => {
    expect(sharing(modules(50))).not.toThrow();
    expect(sharing([{ name: 'react', requiredVersion: '1'.repeat(64) }])).not.toThrow();
    // What needs nothing of a host is held against none.
    const paths = modules(200).map(({ name }) => ({ name: `react/${name}`, requiredVersion: '*' }));
    expect(sharing(paths)).not.toThrow();
  });

  it.each([
    ['too many packages', modules(51), '51 packages'],
    ['a range that is too long', [{ name: 'react', requiredVersion: '1'.repeat(65) }], '"react"'],
    ['a name that is too long', [{ name: 'r'.repeat(215), requiredVersion: '^1.0.0' }], '"rrr'],
  ])('is refused with %s: hosts are held against it at every start', async (_, shared, said) => {
    const error = await refusal(sharing(shared));
    expect(error.code).toBe('artifact-manifest-invalid');
    expect(error.message).toContain(said);
  });
});

describe('the names', () => {
  const own = 'com_acme_orders';

  it.each([
    ['plain', named(own)],
    ['repeated', named(own, own, own)],
    ['with a version in the global', named(own, own, `${own}__1_4_0`)],
  ])('pass when they belong to the appId: %s', (_, check) => {
    expect(check).not.toThrow();
  });

  it.each([
    ['another name', named('com_acme_other'), ' as name;'],
    ['another metaData.name', named(own, 'com_acme_other'), 'as metaData.name'],
    ['a version in metaData.name', named(own, `${own}__1_4_0`), 'as metaData.name'],
    ['another global', named(own, own, 'React'), 'as metaData.globalName'],
    ['a global that begins alike', named(own, own, `${own}2`), 'as metaData.globalName'],
    ['a global with a word', named(own, own, `${own}__admin`), 'as metaData.globalName'],
    ['a global without a version', named(own, own, `${own}__`), 'as metaData.globalName'],
  ])('are refused with %s', async (_, check, said) => {
    const error = await refusal(check);
    expect(error.code).toBe('artifact-manifest-invalid');
    expect(error.message).toContain(said);
    expect(error.message).toContain(`expected "${own}"`);
  });
});

describe('the exposed App', () => {
  it('is found by its name when it has no path', () => {
    const { parsed, expose } = app();
    delete expose.path;
    expect(() => checkFederationManifest(parsed, APP_ID, complete)).not.toThrow();
  });

  it.each([
    ['nothing is exposed', []],
    ['another thing is exposed', [{ name: 'Other', path: './Other' }]],
    ['App lies elsewhere', [{ name: 'App', path: './screens/App' }]],
  ])('is missed when %s', async (_, exposes) => {
    const error = await refusal(() =>
      checkFederationManifest({ ...manifest(), exposes }, APP_ID, complete),
    );
    expect(error.code).toBe('artifact-not-exposed');
  });
});

describe('the files that it names', () => {
  it('are enough in every archive that is there', () => {
    expect(() => checkFederationManifest(manifest(), APP_ID, complete)).not.toThrow();
    expect(() => checkFederationManifest(manifest(), APP_ID, {})).not.toThrow();
  });

  it.each([
    ['container', filesOf(CHUNK), CONTAINER],
    ['chunk', filesOf(CONTAINER), CHUNK],
  ])('are missed with platform and file: the %s', async (_, android, missing) => {
    const error = await refusal(() =>
      checkFederationManifest(manifest(), APP_ID, { ...complete, android }),
    );
    expect(error.code).toBe('artifact-container-missing');
    expect(error.message).toContain(`android.zip lacks "${missing}"`);
  });

  it('are looked for in the folder of the container', async () => {
    const parsed = manifest();
    parsed.metaData.remoteEntry.path = './static/';
    const ios = filesOf(`static/${CONTAINER}`, CHUNK);

    expect(() => checkFederationManifest(parsed, APP_ID, { ios })).not.toThrow();
    expect((await refusal(() => checkFederationManifest(parsed, APP_ID, complete))).code).toBe(
      'artifact-container-missing',
    );
  });

  it.each([
    ['js', 'sync'],
    ['js', 'async'],
    ['css', 'sync'],
    ['css', 'async'],
  ] as const)('are missed in %s.%s', async (kind, when) => {
    const { parsed, expose } = app();
    expose.assets = { js: undefined, css: undefined, [kind]: { [when]: ['late.asset'] } };
    const error = await refusal(() => checkFederationManifest(parsed, APP_ID, complete));
    expect(error.message).toContain('ios.zip lacks "late.asset"');
  });
});

it('the shared ranges are those that ask for something, as they are written', () => {
  const shared = [
    { name: 'react', requiredVersion: '^19.2.0' },
    { name: 'react-native', requiredVersion: '>=0.86 <0.88' },
    { name: 'any', requiredVersion: '*' },
    { name: 'blank', requiredVersion: ' ' },
    { name: 'empty', requiredVersion: '' },
    { name: 'absent' },
    { name: 'null', requiredVersion: null },
    { name: 'react/jsx-runtime', requiredVersion: '^19.2.0' },
    { name: '@host/kit', requiredVersion: '^1.0.0' },
    { name: '@host/kit/theme', requiredVersion: '^1.0.0' },
    { name: '__proto__', requiredVersion: '1.0.0' },
  ];

  const ranges = sharedRanges({ ...manifest(), shared });

  expect(Object.entries(ranges)).toEqual([
    ['react', '^19.2.0'],
    ['react-native', '>=0.86 <0.88'],
    ['@host/kit', '^1.0.0'],
    ['__proto__', '1.0.0'],
  ]);
  const { shared: _, ...without } = manifest();
  expect(sharedRanges(without)).toEqual({});
});
