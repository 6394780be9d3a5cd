import type { VersionChanges } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { explainChanges } from './explainChanges.ts';

const SAME: VersionChanges = {
  against: '1.0.0',
  name: { before: 'Orders', after: 'Orders' },
  translatedNames: [],
  permissions: { added: [], removed: [], kept: ['storage'] },
  minHostVersion: { before: '1.0.0', after: '1.0.0' },
  isolation: { before: 'frame', after: 'frame' },
  signed: { before: true, after: true },
  shared: [],
  platforms: [],
};

describe('what a version changes', () => {
  it('is nothing where all is the same', () => {
    expect(explainChanges(SAME)).toEqual([]);
  });

  it('says first what matters to people', () => {
    const told = explainChanges({
      ...SAME,
      name: { before: 'Orders', after: 'Bank' },
      translatedNames: [
        { language: 'de', before: 'Bestellungen', after: 'Sparkasse' },
        { language: 'es', after: 'Banco' },
        { language: 'zh', before: '订单' },
      ],
      permissions: { added: ['email', 'network'], removed: ['push'], kept: [] },
      isolation: { before: 'frame', after: 'realm' },
      signed: { before: true, after: false },
    });
    expect(told.filter(({ isImportant }) => isImportant).map(({ text }) => text)).toEqual([
      'It wants email: people are asked for that.',
      'It wants network: nobody is asked for that.',
      'It is called Bank instead of Orders.',
      'In the language de it is called Sparkasse instead of Bestellungen.',
      'In the language es it is called Banco.',
      'In the language zh it is called Bank instead of 订单.',
      'It runs beside the code of hosts instead of in a frame.',
      'It is not signed any more.',
    ]);
    expect(told.map(({ text }) => text)).toContain('It no longer wants push.');
  });

  it('compares sizes, files and what it takes from hosts', () => {
    const told = explainChanges({
      ...SAME,
      minHostVersion: { before: '1.0.0', after: '1.2.0' },
      platforms: [
        { platform: 'ios', before: 1000, after: 1500, changed: 1, same: 4, files: [] },
        { platform: 'android', before: 1000, after: 1000, changed: 0, same: 5, files: [] },
        { platform: 'web', before: 1000 },
      ],
      shared: [
        { module: 'react', before: '^19.0.0', after: '^19.2.0' },
        { module: 'old', before: '^1.0.0' },
      ],
    });
    expect(told).toEqual([
      { text: 'It needs hosts from 1.2.0 on, before from 1.0.0 on.', isImportant: false },
      {
        text: 'ios: 1.5 KB, 50 % larger than before; 1 changed file, 4 files as before.',
        isImportant: true,
      },
      {
        text: 'android: 1000 bytes, as before; 0 changed files, 5 files as before.',
        isImportant: false,
      },
      { text: 'There is no build for web any more.', isImportant: true },
      { text: 'It takes react ^19.2.0 from hosts, before ^19.0.0.', isImportant: false },
      { text: 'It no longer takes old from hosts.', isImportant: false },
    ]);
  });
});
