import { randomUUID } from 'node:crypto';

import { LIMITS } from '@host/contracts';
import { SignJWT, UnsecuredJWT, exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ConfigError } from '../errors/ConfigError.ts';
import type { MiniProgramState } from '../hosting/registry/resolution/createResolver.ts';
import { testQuotas } from '../operations/quotas/testing/testQuotas.ts';
import type { Database } from '../storage/database/Database.types.ts';
import type { TestPlace } from '../testing/testDatabase.ts';
import { testEngines } from '../testing/testEngines.ts';
import { putConsent } from './consents/consentRows.ts';
import { type OpenPeople, openPeople } from './openPeople.ts';
import { hashPassword } from './passwords/passwordHash.ts';
import { insertAccount } from './records/accountRows.ts';
import { openPeopleSecrets } from './secrets/openPeopleSecrets.ts';
import { SigningKeys } from './secrets/SigningKeys.ts';
import { Sessions } from './sessions/Sessions.ts';
import { AppTokens } from './tokens/AppTokens.ts';
import { OwnSessionTokens } from './tokens/OwnSessionTokens.ts';

const SECRET = 'people-secret-for-tests';
const BASE_URL = 'http://localhost:8080';
const APP = 'com.acme.orders';
const DECLARES_USER = {
  suspended: false,
  suspendedReason: undefined,
  plan: { candidates: [{ registration: { permissions: ['user'] } }] },
} as unknown as MiniProgramState;

describe.each(testEngines())('people, as other parts of the server see them ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;
  const parts: OpenPeople[] = [];
  beforeEach(async () => {
    place = await engine.createPlace();
    db = await place.open();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const part of parts.splice(0)) await part.close();
    await db.close();
    await place.remove();
  });

  const open = async (secret = SECRET, logger?: { error: () => void }) => {
    const part = await openPeople({
      db,
      secret,
      config: { baseUrl: BASE_URL, oidc: undefined },
      resolver: { stateOf: async () => DECLARES_USER },
      quotas: testQuotas(),
      ...(logger && { logger }),
    });
    parts.push(part);
    return part;
  };

  /** A person with a session, and what makes tokens for it. */
  async function signedIn(now?: () => number) {
    const secrets = await openPeopleSecrets(db, SECRET);
    const keys = await SigningKeys.open(db, secrets.sealer);
    const id = randomUUID();
    const account = {
      id,
      email: `${id}@example.com`,
      email_key: `${id}@example.com`,
      email_verified_at: null,
      name: 'Ann',
      locale: 'en-GB',
      avatar_url: 'https://images.example/ann.png',
      password_hash: await hashPassword('secret', { logN: 4, r: 8, p: 1 }),
      created_at: 0,
      updated_at: 0,
    };
    await insertAccount(db, account);
    const consent = { app_id: APP, permission: 'user', state: 'granted', answered_at: 0 } as const;
    await putConsent(db, id, consent);
    const session = (await new Sessions(db, secrets.refresh).start(account, {
      address: '203.0.113.1',
      userAgent: undefined,
    }))!;
    keys.close();
    return {
      id,
      keys,
      access: `Bearer ${await new OwnSessionTokens(db, keys, BASE_URL, now).issue(session)}`,
      appToken: `Bearer ${await new AppTokens(keys, secrets, BASE_URL, now).issue(APP, {
        personId: id,
        sessionId: session.id,
      })}`,
      signOut: () => db.run('DELETE FROM sessions WHERE id = ?', session.id),
    };
  }

  it('are found by their session; nobody by no header', async () => {
    const { people } = await open();
    const { id, access } = await signedIn();
    expect(await people.personOf(access)).toEqual({
      id,
      name: 'Ann',
      email: `${id}@example.com`,
      emailVerified: false,
      locale: 'en-GB',
      avatarUrl: 'https://images.example/ann.png',
    });
    expect(await people.personOf(undefined)).toBeUndefined();
    expect(await people.appCallerOf(undefined)).toBeUndefined();
  });

  it('are found by the token of a mini-app, under the name that it knows', async () => {
    const { people } = await open();
    const { id, appToken } = await signedIn();
    const openId = people.openIdOf(id, APP);
    expect(await people.appCallerOf(appToken)).toEqual({ appId: APP, personId: id, openId });
    expect(people.openIdOf(id, 'com.acme.chat')).not.toBe(openId);
  });

  it('are not found by the token of a mini-app that they do not want to be known by any more', async () => {
    const { people } = await open();
    const { id, appToken } = await signedIn();
    const declined = {
      app_id: APP,
      permission: 'user',
      state: 'declined',
      answered_at: 1,
    } as const;
    await putConsent(db, id, declined);
    await expect(people.appCallerOf(appToken)).rejects.toMatchObject({ code: 'consent-missing' });
  });

  it('are not found by either once they signed out', async () => {
    const { people } = await open();
    const { access, appToken, signOut } = await signedIn();
    await signOut();
    await expect(people.personOf(access)).rejects.toMatchObject({ code: 'session-ended' });
    await expect(people.appCallerOf(appToken)).rejects.toMatchObject({ code: 'session-ended' });
  });

  it('are not found by the token of the other kind', async () => {
    const { people } = await open();
    const { access, appToken } = await signedIn();
    await expect(people.personOf(appToken)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(people.appCallerOf(access)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('are told to refresh when their token is too old, to the second', async () => {
    const { people } = await open();
    const ago = (seconds: number) => () => Date.now() - seconds * 1000;
    const old = await signedIn(ago(LIMITS.accessTokenSeconds + 1));
    const expired = { code: 'access-token-expired', status: 401 };
    await expect(people.personOf(old.access)).rejects.toMatchObject(expired);
    await expect(people.appCallerOf(old.appToken)).rejects.toMatchObject(expired);
    const young = await signedIn(ago(LIMITS.appTokenSeconds - 30));
    expect(await people.personOf(young.access)).toBeDefined();
    expect(await people.appCallerOf(young.appToken)).toBeDefined();
  });

  it('are not found by a token that somebody else made', async () => {
    const { people } = await open();
    const { id, access } = await signedIn();
    const claims = { sid: randomUUID() };
    const pair = await generateKeyPair('ES256', { extractable: true });
    const [header = '', body = '', signature = ''] = access.slice('Bearer '.length).split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    const sign = (protectedHeader: object, key = pair.privateKey) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...protectedHeader })
        .setIssuer(BASE_URL)
        .setAudience(BASE_URL)
        .setSubject(id)
        .setExpirationTime('5m')
        .sign(key);
    const others = Buffer.from(JSON.stringify({ ...claims, sub: randomUUID() }));
    const forged = [
      'nonsense',
      'a.b.c',
      await sign({ kid }),
      await sign({}),
      await sign({ kid: 'unknown' }),
      await sign({ kid, jwk: await exportJWK(pair.publicKey) }),
      new UnsecuredJWT({ ...claims, sub: id }).setExpirationTime('5m').encode(),
      `${header}.${others.toString('base64url')}.${signature}`,
      `${header}.${body}.`,
    ];
    for (const token of forged) {
      const refusal = { code: 'unauthorized', status: 401 };
      await expect(people.personOf(`Bearer ${token}`), token).rejects.toMatchObject(refusal);
      await expect(people.appCallerOf(`Bearer ${token}`), token).rejects.toMatchObject(refusal);
    }
    for (const other of ['Basic YTpi', 'Bearer', '', access.slice('Bearer '.length)]) {
      await expect(people.personOf(other)).rejects.toMatchObject({ code: 'unauthorized' });
    }
  });

  it('keep their names after a restart, and on every node', async () => {
    const [here, there] = [await open(), await open()];
    const id = randomUUID();
    expect(here.people.openIdOf(id, APP)).toBe(there.people.openIdOf(id, APP));
  });

  it('are not served by a node with another secret: it does not start', async () => {
    await open();
    await expect(open('another-secret-than-before')).rejects.toThrow(ConfigError);
    await expect(open('another-secret-than-before')).rejects.toThrow(/PEOPLE_SECRET/);
  });

  it('are told to everybody when they are gone, again after a failure and a restart', async () => {
    const logger = { error: vi.fn<() => void>() };
    const personId = randomUUID();
    await db.run('INSERT INTO person_deletions (person_id, deleted_at) VALUES (?, 1)', personId);
    const first = await open(SECRET, logger);
    const seen: string[] = [];
    first.people.onPersonDeleted(async (id) => void seen.push(`first ${id}`));
    first.people.onPersonDeleted(async () => {
      throw new Error('The disk is full.');
    });
    first.start();
    await first.close();
    expect(seen).toEqual([`first ${personId}`]);
    expect(logger.error).toHaveBeenCalledOnce();

    const second = await open();
    const stop = second.people.onPersonDeleted(async (id) => void seen.push(`stopped ${id}`));
    second.people.onPersonDeleted(async (id) => void seen.push(`second ${id}`));
    stop();
    second.start();
    await second.close();
    expect(seen).toEqual([`first ${personId}`, `second ${personId}`]);
    expect(await db.all('SELECT * FROM person_deletions')).toEqual([]);
  });
});
