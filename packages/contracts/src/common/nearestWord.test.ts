import { describe, expect, it } from 'vitest';

import { nearestWord } from './nearestWord.ts';
import { PERMISSIONS } from '../mini-apps/Permission.ts';

describe('the nearest word', () => {
  it.each([
    ['storag', 'storage'],
    ['Storage', 'storage'],
    ['anlaytics', 'analytics'],
    ['usr', 'user'],
    ['e-mail', 'email'],
    ['devices', 'device'],
  ])('to %j is %j', (given, expected) => {
    expect(nearestWord(given, PERMISSIONS)).toBe(expected);
  });

  it.each(['camera', 'notifications', '', 'x', 'x'.repeat(1_000_000)])(
    'is none where nothing is near: %.20s',
    (given) => {
      expect(nearestWord(given, PERMISSIONS)).toBeUndefined();
    },
  );
});
