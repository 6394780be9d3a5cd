import type { SecretRotation, TokenRequest } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { createAdminTokens, issueToken, rotateToken } from './adminTokens.ts';
import { revokeSecret } from './secretRows.ts';
import { findToken } from './tokenRows.ts';

const ROOT = 'the-root-token-of-this-test';
const NOON = Date.parse('2026-01-10T12:00:00Z');
const HOUR = 3_600_000;

describe.each(testEngines())('admin tokens ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;
  beforeAll(async () => {
    place = await engine.createPlace();
    db = await place.open();
  });
  afterAll(async () => {
    await db.close();
    await place.remove();
  });

  const issue = (changes: Partial<TokenRequest> = {}, now = NOON) =>
    db.transaction((tx) =>
      issueToken(tx, { name: 'CI', scopes: ['read'], expiresInSeconds: 3600, ...changes }, now),
    );
  const rotate = (id: string, rotation: SecretRotation, now: number) =>
    db.transaction(async (tx) => rotateToken(tx, (await findToken(tx, id))!, rotation, now));
  const authenticateAt = (bearer: string, now: number) =>
    createAdminTokens(db, [ROOT], () => now).authenticate(bearer);

  it('know the root token, which may do everything', async () => {
    const caller = await authenticateAt(ROOT, NOON);
    expect(caller.actor).toBe('root');
    expect(() => caller.requireScope('admin')).not.toThrow();
    await caller.requireApp('com.acme.orders');
  });

  it('know an issued token with its scopes and mini-apps', async () => {
    const { id, token } = await issue({ scopes: ['publish'], apps: ['com.acme.orders'] });
    const caller = await authenticateAt(token, NOON);
    expect(caller.actor).toBe(id);
    expect(() => caller.requireScope('publish')).not.toThrow();
    expect(() => caller.requireScope('read')).toThrow(/needs the scope "read".*has publish/);
    expect(() => caller.requireScope('admin')).toThrow(/needs the scope "admin"/);
    await caller.requireApp('com.acme.orders');
    await expect(caller.requireApp('com.acme.other')).rejects.toThrow(/com\.acme\.other/);
  });

  it('have a prefix that scanners know, an id, and 256 bits of chance', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => issue()));
    for (const { id, token } of tokens) {
      expect(token).toMatch(/^hat_[a-z0-9]{26}_[\w-]{43}$/);
      expect(token.split('_')[1]).toBe(id);
    }
    expect(new Set(tokens.map(({ token }) => token.slice(-43))).size).toBe(20);
  });

  it('have ids in the order in which they were made', async () => {
    const times = [NOON, NOON + 1, NOON + 1000, NOON + 36 * HOUR, NOON + 9999 * HOUR];
    const ids = [];
    for (const time of times) ids.push((await issue({}, time)).id);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('refuse what is no token, an unknown one, and a known id with another secret', async () => {
    const [one, other] = [await issue(), await issue()];
    const secretOf = (token: string) => token.slice(-43);
    for (const bearer of [
      '',
      'x',
      `${ROOT}x`,
      ROOT.slice(0, -1),
      one.id,
      secretOf(one.token),
      one.token.slice(0, -1),
      `${one.token}x`,
      one.token.toUpperCase(),
      one.token.replace(secretOf(one.token), secretOf(other.token)),
      one.token.replace(one.id, 'z'.repeat(26)),
      `hat_${one.id}_${'A'.repeat(43)}`,
    ]) {
      await expect(authenticateAt(bearer, NOON), bearer).rejects.toMatchObject({
        code: 'unauthorized',
        message: 'The token is not known.',
      });
    }
  });

  it('live until their expiry to the millisecond', async () => {
    const { token, expiresAt } = await issue({ expiresInSeconds: 3600 });
    expect(Date.parse(expiresAt)).toBe(NOON + HOUR);
    await authenticateAt(token, NOON + HOUR - 1);
    await expect(authenticateAt(token, NOON + HOUR)).rejects.toMatchObject({
      code: 'token-expired',
      status: 401,
    });
  });

  it('are refused from the moment they are revoked, expired or not', async () => {
    const { id, token } = await issue();
    await revokeSecret(db, 'tokens', id, NOON);
    for (const now of [NOON, NOON + 2 * HOUR]) {
      await expect(authenticateAt(token, now)).rejects.toMatchObject({ code: 'token-revoked' });
    }
  });

  it('overlap: the old one works beside the new one until it is revoked', async () => {
    const old = await issue({ name: 'CI' });
    const fresh = await issue({ name: 'CI' });
    await authenticateAt(old.token, NOON);
    await authenticateAt(fresh.token, NOON);
    await revokeSecret(db, 'tokens', old.id, NOON);
    await expect(authenticateAt(old.token, NOON)).rejects.toMatchObject({ code: 'token-revoked' });
    await authenticateAt(fresh.token, NOON);
  });

  it('get another secret under their id, and the old one is accepted until the overlap is over', async () => {
    const old = await issue();
    const fresh = await rotate(old.id, { overlapSeconds: 600 }, NOON + HOUR / 2);
    expect(fresh).toMatchObject({
      id: old.id,
      // As long as the one before was issued for.
      expiresAt: new Date(NOON + 1.5 * HOUR).toISOString(),
      previous: { endsAt: new Date(NOON + HOUR / 2 + 600_000).toISOString() },
    });
    const over = NOON + HOUR / 2 + 600_000;
    for (const { token } of [old, fresh]) {
      expect((await authenticateAt(token, over - 1)).actor).toBe(old.id);
    }
    await expect(authenticateAt(old.token, over)).rejects.toMatchObject({
      code: 'token-expired',
      message: expect.stringContaining('was replaced'),
    });
    await authenticateAt(fresh.token, over);

    const newest = await rotate(old.id, { overlapSeconds: 7200 }, over);
    // Not longer than it was issued for, and the one before that not at all.
    expect(newest.previous?.endsAt).toBe(fresh.expiresAt);
    await expect(authenticateAt(old.token, over)).rejects.toMatchObject({ code: 'unauthorized' });
    const last = await rotate(old.id, { overlapSeconds: 0, expiresInSeconds: 60 }, over);
    expect(last).not.toHaveProperty('previous');
    expect(last.expiresAt).toBe(new Date(over + 60_000).toISOString());
    await expect(authenticateAt(newest.token, over)).rejects.toMatchObject({
      code: 'token-expired',
    });
    await authenticateAt(last.token, over);
  });

  it('refuse what goes on with a secret that was replaced, once it has ended', async () => {
    const { id, token } = await issue();
    const caller = await authenticateAt(token, NOON);
    const fresh = await authenticateAt(
      (await rotate(id, { overlapSeconds: 60 }, NOON)).token,
      NOON,
    );
    const during = NOON + 59_999;
    const over = NOON + 60_000;
    await caller.refuseRevoked(db, during);
    await caller.refuseEnded(db, during);
    const refused = { code: 'token-expired' };
    await expect(caller.refuseRevoked(db, over)).rejects.toMatchObject(refused);
    await expect(caller.refuseEnded(db, over)).rejects.toMatchObject(refused);
    await fresh.refuseEnded(db, over);
  });

  it('note the use of the old secret and of the new one apart', async () => {
    const { id, token } = await issue();
    await authenticateAt(token, NOON);
    const fresh = await rotate(id, { overlapSeconds: 3600 }, NOON + 1000);
    const used = async () => {
      const row = (await findToken(db, id))!;
      return [row.last_used_at, row.previous_used_at];
    };
    expect(await used()).toEqual([null, NOON]);
    await authenticateAt(token, NOON + 60_000);
    expect(await used()).toEqual([null, NOON + 60_000]);
    await authenticateAt(fresh.token, NOON + 61_000);
    expect(await used()).toEqual([NOON + 61_000, NOON + 60_000]);
  });

  it('note their last use, once a minute at most', async () => {
    const { id, token } = await issue();
    const lastUse = async () => (await findToken(db, id))!.last_used_at;
    expect(await lastUse()).toBeNull();
    for (const [used, noted] of [
      [NOON, NOON],
      [NOON + 59_999, NOON],
      [NOON + 60_000, NOON + 60_000],
    ] as const) {
      await authenticateAt(token, used);
      expect(await lastUse()).toBe(noted);
    }
  });

  it('do not note the use of a token that is refused', async () => {
    const { id, token } = await issue();
    await expect(authenticateAt(token, NOON + 2 * HOUR)).rejects.toThrow('has expired');
    await expect(authenticateAt(`${token.slice(0, -1)}~`, NOON)).rejects.toThrow('not known');
    expect((await findToken(db, id))!.last_used_at).toBeNull();
  });
});
