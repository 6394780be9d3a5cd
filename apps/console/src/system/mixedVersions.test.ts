import { expect, it } from 'vitest';

import { mixedVersions } from './mixedVersions.ts';

const on = (...versions: (string | undefined)[]) =>
  versions.map((version, index) => ({
    node: `node-${index}`,
    connected: 0,
    isThis: index === 0,
    ...(version !== undefined && { version }),
  }));

it('says nothing of nodes that run the same', () => {
  expect(mixedVersions(on('1.4.0'))).toBeUndefined();
  expect(mixedVersions(on('1.4.0', '1.4.0'))).toBeUndefined();
});

it('says which versions run on how many nodes, those too that do not say theirs', () => {
  expect(mixedVersions(on('1.5.0', '1.4.0', '1.4.0'))).toBe('1.4.0 on 2 nodes, 1.5.0 on 1 node');
  expect(mixedVersions(on('1.5.0', undefined))).toBe('1.5.0 on 1 node, an older release on 1 node');
});
