import { describe, expect, it } from 'vitest';

import { ApiError } from '../../errors/ApiError.ts';
import { hashPassword, matchesHash } from './passwordHash.ts';
import { Passwords } from './Passwords.ts';

const BY = { address: '203.0.113.1', hasSession: false };
const CHEAP = { logN: 4, r: 8, p: 1 };

describe('a password hash', () => {
  it('has a salt of its own and says how it was made', async () => {
    const [one, other] = [await hashPassword('secret', CHEAP), await hashPassword('secret', CHEAP)];
    expect(one).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(other);
    expect(await matchesHash('secret', one)).toBe(true);
    expect(await matchesHash('Secret', one)).toBe(false);
  });

  it('is the one of RFC 7914', async () => {
    // Section 12: password "pleaseletmein", salt "SodiumChloride", N 16384, r 8, p 1; the first 32 of its 64 bytes.
    const salt = Buffer.from('SodiumChloride').toString('base64url');
    const hash = '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2';
    const stored = `$scrypt$ln=14,r=8,p=1$${salt}$${Buffer.from(hash, 'hex').toString('base64url')}`;
    expect(await matchesHash('pleaseletmein', stored)).toBe(true);
    expect(await matchesHash('pleaseletmeout', stored)).toBe(false);
  });
});

describe('passwords', () => {
  it('of a lower cost are hashed again when they are right, and only then', async () => {
    const stored = await hashPassword('secret', CHEAP);
    const passwords = new Passwords({ ...CHEAP, logN: 5 });
    expect(await passwords.check('wrong', stored, BY)).toEqual({ matches: false });
    const { matches, better } = await passwords.check('secret', stored, BY);
    expect(matches).toBe(true);
    expect(better).toMatch(/^\$scrypt\$ln=5,/);
    expect(await passwords.check('secret', better, BY)).toEqual({ matches: true });
  });

  it('cost as much as OWASP asks for', async () => {
    expect(await new Passwords().hash('secret', BY)).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  });

  it('of an account that is not there take as long as of one that is', async () => {
    const passwords = new Passwords({ logN: 14, r: 8, p: 1 });
    const stored = await passwords.hash('secret', BY);
    const time = async (of: string | undefined) => {
      const begin = process.hrtime.bigint();
      expect(await passwords.check('wrong', of, BY)).toEqual({ matches: false });
      return Number(process.hrtime.bigint() - begin);
    };
    const quickest = { known: Infinity, unknown: Infinity };
    for (let round = 0; round < 10; round++) {
      quickest.known = Math.min(quickest.known, await time(stored));
      quickest.unknown = Math.min(quickest.unknown, await time(undefined));
    }
    expect(quickest.unknown).toBeGreaterThan(quickest.known / 3);
    expect(quickest.unknown).toBeLessThan(quickest.known * 3);
  });

  it('that come in a flood from one network wait for each other, up to so many; the rest is told to come again', async () => {
    const passwords = new Passwords({ logN: 12, r: 8, p: 1 });
    const flood = Array.from({ length: 100 }, (_, n) =>
      passwords.hash('secret', { ...BY, address: `203.0.113.${n}` }),
    );
    const elsewhere = passwords.hash('secret', { ...BY, address: '198.51.100.1' });
    const outcomes = await Promise.allSettled(flood);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(100 - 2 - 64);
    for (const outcome of refused as PromiseRejectedResult[]) {
      expect(outcome.reason).toBeInstanceOf(ApiError);
      expect(outcome.reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
    }
    expect(await elsewhere).toMatch(/^\$scrypt/);
  });
});
