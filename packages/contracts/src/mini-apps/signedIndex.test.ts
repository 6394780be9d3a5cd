import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PLATFORMS } from '../common/Platform.ts';
import { type SignedIndex, signedIndexText } from './signedIndex.ts';

const sha256 = '0123456789abcdef'.repeat(4);
const index: SignedIndex = {
  appId: 'com.acme.orders',
  version: '1.4.0',
  platform: 'ios',
  files: [
    { path: 'index.bundle', size: 12, sha256 },
    { path: 'assets/grün 100%.png', size: 0, sha256 },
    { path: 'Z.js', size: 1, sha256 },
  ],
};

const anyFile = fc.record({
  path: fc.string({ unit: 'binary', maxLength: 20 }),
  size: fc.nat(),
  sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
});
const anyIndex: fc.Arbitrary<SignedIndex> = fc.record({
  appId: fc.string({ unit: 'binary', maxLength: 20 }),
  version: fc.string({ unit: 'binary', maxLength: 10 }),
  platform: fc.constantFrom(...PLATFORMS),
  files: fc.uniqueArray(anyFile, { maxLength: 5, selector: ({ path }) => path }),
});

/** What an index says, whatever the order of its files. */
const meaning = ({ appId, version, platform, files }: SignedIndex) =>
  JSON.stringify([appId, version, platform, files.map((file) => JSON.stringify(file)).toSorted()]);

describe('the text that is signed', () => {
  it('is this one: who changes it breaks every signature that exists', () => {
    expect(signedIndexText(index)).toBe(
      [
        'host-mini-app-index/1',
        'app com.acme.orders',
        'version 1.4.0',
        'platform ios',
        `Z.js 1 ${sha256}`,
        `assets/gr%C3%BCn%20100%25.png 0 ${sha256}`,
        `index.bundle 12 ${sha256}`,
        '',
      ].join('\n'),
    );
  });

  it('is the same whatever the order of the files, and leaves the index as it was', () => {
    const before = structuredClone(index);
    const reversed = { ...index, files: index.files.toReversed() };
    expect(signedIndexText(reversed)).toBe(signedIndexText(index));
    expect(index).toEqual(before);
  });

  it('takes nothing of a file but path, size and sha256', () => {
    const files = index.files.map((file) => ({ ...file, integrity: 'sha384-x' }));
    expect(signedIndexText({ ...index, files })).toBe(signedIndexText(index));
  });

  it.each([
    ['appId', { appId: 'com.acme.orders2' }],
    ['version', { version: '1.4.1' }],
    ['platform', { platform: 'android' }],
    ['files', { files: index.files.slice(1) }],
    ['path', { files: index.files.map((file) => ({ ...file, path: `x${file.path}` })) }],
    ['size', { files: index.files.map((file) => ({ ...file, size: file.size + 1 })) }],
    ['sha256', { files: index.files.map((file) => ({ ...file, sha256: 'f'.repeat(64) })) }],
  ] satisfies [string, Partial<SignedIndex>][])('is another for another %s', (_, change) => {
    expect(signedIndexText({ ...index, ...change })).not.toBe(signedIndexText(index));
  });

  it('cannot be had from another index by line breaks and blanks in names', () => {
    const honest = { ...index, files: ['a', 'b'].map((path) => ({ path, size: 1, sha256 })) };
    const forged = { ...index, files: [{ path: `a 1 ${sha256}\nb`, size: 1, sha256 }] };
    expect(signedIndexText(forged)).not.toBe(signedIndexText(honest));
    const inTheHead = { ...index, version: '1.4.0\nplatform ios', files: [] };
    expect(signedIndexText(inTheHead)).not.toBe(signedIndexText({ ...index, files: [] }));
  });

  it('is the same for the same index, and never for two', () => {
    fc.assert(
      fc.property(anyIndex, anyIndex, (one, other) => {
        const same = meaning(one) === meaning(other);
        return (signedIndexText(one) === signedIndexText(other)) === same;
      }),
    );
    fc.assert(
      fc.property(anyIndex, fc.nat(), (one, seed) => {
        const turn = one.files.length === 0 ? 0 : seed % one.files.length;
        const files = [...one.files.slice(turn), ...one.files.slice(0, turn)];
        return signedIndexText({ ...one, files }) === signedIndexText(one);
      }),
    );
  });

  it('is printable ASCII in lines', () => {
    fc.assert(fc.property(anyIndex, (any) => /^(?:[\x20-\x7e]+\n)+$/.test(signedIndexText(any))));
  });

  it('is refused for a name that no UTF-8 can spell', () => {
    const files = [{ path: '\ud800', size: 1, sha256 }];
    expect(() => signedIndexText({ ...index, files })).toThrow(URIError);
  });
});
