import { randomBytes } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { seal, unseal } from './seal.ts';

const key = randomBytes(32);

describe('a sealed text', () => {
  it.each(['', 'plain', '{"token":"hat_…"}', 'ünïcode 🙂', 'x'.repeat(100_000)])(
    'can be read again with its key: %.20s',
    (text) => {
      expect(unseal(seal(text, key), key)).toBe(text);
    },
  );

  it('does not show the text, and looks different every time', () => {
    const [one, two] = [seal('a secret', key), seal('a secret', key)];
    expect(one).not.toBe(two);
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('secret');
  });

  it('cannot be read with another key', () => {
    expect(() => unseal(seal('a secret', key), randomBytes(32))).toThrow(/authenticate/);
  });

  it('cannot be read once any byte of it was changed', () => {
    const sealed = Buffer.from(seal('a secret', key), 'base64url');
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => unseal(changed.toString('base64url'), key)).toThrow(/authenticate/);
    }
  });
});
