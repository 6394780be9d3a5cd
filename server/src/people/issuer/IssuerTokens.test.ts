import { SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { IssuerKeys } from './IssuerKeys.ts';
import { IssuerTokens } from './IssuerTokens.ts';
import { type TestIssuer, startIssuer } from './testing/startIssuer.ts';

const MINUTE_MS = 60_000;
const REFUSED = { code: 'unauthorized', status: 401 };
const UNAVAILABLE = { code: 'identity-provider-unavailable', status: 503, retryAfterSeconds: 5 };

describe('the tokens of another identity provider', () => {
  let provider: TestIssuer;
  const clock = { skip: 0 };
  beforeEach(async () => {
    clock.skip = 0;
    provider = await startIssuer();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await provider.close();
  });
  const tokens = () => {
    const { issuer } = provider;
    const keys = new IssuerKeys(issuer, () => Date.now() + clock.skip);
    return new IssuerTokens({ issuer, audience: 'host-app' }, keys);
  };

  it('stand for a person, the same one each time', async () => {
    const here = tokens();
    const claims = {
      name: 'Ann Archer',
      email: 'ann@example.com',
      email_verified: true,
      locale: 'en-GB',
      picture: 'https://images.example/ann.png',
    };
    const { person, sessionId } = await here.authenticate(await provider.sign(claims));
    expect(sessionId).toBeUndefined();
    expect(person).toEqual({
      id: expect.stringMatching(/^oidc-[\w-]{43}$/),
      name: 'Ann Archer',
      email: 'ann@example.com',
      emailVerified: true,
      locale: 'en-GB',
      avatarUrl: 'https://images.example/ann.png',
    });
    const again = await here.authenticate(await provider.sign({ nickname: 'Annie' }));
    expect(again.person).toEqual({ id: person.id, name: 'Annie', emailVerified: false });
    const other = await here.authenticate(await provider.sign({ sub: 'bob' }));
    expect(other.person).toEqual({
      id: expect.not.stringContaining(person.id),
      name: 'Unnamed',
      emailVerified: false,
    });
  });

  it.each([
    [undefined, 'Unnamed'],
    ['de-AT', 'Ohne Namen'],
    ['es', 'Sin nombre'],
    ['ar-EG', 'بدون اسم'],
    ['zh-CN', '未命名用户'],
    ['fr', 'Unnamed'],
  ])(
    'that give no name give a word for it in the language of the person: %s',
    async (locale, word) => {
      const { person } = await tokens().authenticate(await provider.sign({ locale }));
      expect(person.name).toBe(word);
    },
  );

  it.each([
    ['Ann\u2069\u202e Archer\n', 'Ann Archer'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['\u202e\u200b', 'Annie'],
  ])('name %j without what nobody sees', async (name, seen) => {
    const claims = { name, nickname: 'Annie' };
    const { person } = await tokens().authenticate(await provider.sign(claims));
    expect(person.name).toBe(seen);
  });

  it('are not believed where they say too much or something else', async () => {
    const claims = {
      name: 'x'.repeat(10_000),
      preferred_username: 7,
      email: 'ann@example.com',
      email_verified: false,
      picture: 'javascript:alert(1)',
      locale: ['en'],
    };
    const { person } = await tokens().authenticate(await provider.sign(claims));
    expect(person).toEqual({ id: expect.any(String), name: 'Unnamed', emailVerified: false });
  });

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    ['TRUE', false],
    ['yes', false],
    ['', false],
    [1, false],
    [{}, false],
    [null, false],
    [undefined, false],
  ])('with email_verified %j have an address: %s', async (email_verified, isVerified) => {
    const claims = { email: 'ann@example.com', email_verified };
    const { person } = await tokens().authenticate(await provider.sign(claims));
    expect([person.email, person.emailVerified]).toEqual(
      isVerified ? ['ann@example.com', true] : [undefined, false],
    );
  });

  it.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])(
    'may be signed with %s',
    async (algorithm) => {
      await provider.rotate({ algorithm });
      await expect(tokens().authenticate(await provider.sign())).resolves.toBeDefined();
    },
  );

  it('are refused when they are for somebody else, by somebody else, or no sign-in at all', async () => {
    const here = tokens();
    const soon = Math.floor(Date.now() / 1000) + 300;
    const shared = new TextEncoder().encode('a secret that is shared by both of them');
    const forged = [
      await provider.sign({ aud: 'another-app' }),
      await provider.sign({ iss: 'https://evil.example' }),
      await provider.sign({ sub: undefined }),
      await provider.sign({ exp: undefined }),
      await provider.sign({ nbf: soon }),
      await provider.sign({}, { typ: 'logout+jwt' }),
      await provider.sign({}, { kid: 'unknown' }),
      new UnsecuredJWT({ iss: provider.issuer, aud: 'host-app', sub: 'ann', exp: soon }).encode(),
      await new SignJWT({ iss: provider.issuer, aud: 'host-app', sub: 'ann', exp: soon })
        .setProtectedHeader({ alg: 'HS256', kid: 'key-0' })
        .sign(shared),
      'nonsense',
    ];
    for (const token of forged) {
      await expect(here.authenticate(token), token).rejects.toMatchObject(REFUSED);
    }
    const old = await provider.sign({ exp: Math.floor(Date.now() / 1000) - 60 });
    await expect(here.authenticate(old)).rejects.toMatchObject({ code: 'access-token-expired' });
  });

  it('cost the provider two requests, however many come', async () => {
    const here = tokens();
    const token = await provider.sign();
    await Promise.all(Array.from({ length: 20 }, () => here.authenticate(token)));
    await here.authenticate(await provider.sign());
    expect(provider.asked).toEqual({ '/.well-known/openid-configuration': 1, '/keys': 1 });
  });

  it('with unknown keys do not make us ask again and again', async () => {
    const here = tokens();
    await here.authenticate(await provider.sign());
    for (let count = 0; count < 10; count++) {
      const token = await provider.sign({}, { kid: `made-up-${count}` });
      await expect(here.authenticate(token)).rejects.toMatchObject(REFUSED);
    }
    expect(provider.asked['/keys']).toBe(1);
  });

  it('are accepted with a new key after a rotation, and with the old one no more', async () => {
    const here = tokens();
    const old = await provider.sign();
    await here.authenticate(old);
    await provider.rotate();
    // As after an hour: discovery and keys are read anew.
    clock.skip = 61 * MINUTE_MS;
    await expect(here.authenticate(await provider.sign())).resolves.toBeDefined();
    await expect(here.authenticate(old)).rejects.toMatchObject(REFUSED);
  });

  it('are answered with 503 and Retry-After while the provider cannot be asked, and are good later', async () => {
    const here = tokens();
    const token = await provider.sign();
    provider.fail(500);
    await expect(here.authenticate(token)).rejects.toMatchObject(UNAVAILABLE);
    provider.fail(undefined);
    // It is not asked again at once.
    await expect(here.authenticate(token)).rejects.toMatchObject(UNAVAILABLE);
    clock.skip = MINUTE_MS;
    await expect(here.authenticate(token)).resolves.toBeDefined();
  });

  it('stay good for a day while the provider is down', async () => {
    const here = tokens();
    const token = await provider.sign({ exp: Math.floor(Date.now() / 1000) + 7 * 24 * 3600 });
    await here.authenticate(token);
    provider.fail(503);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 23 * 60 * MINUTE_MS });
    await expect(here.authenticate(token)).resolves.toBeDefined();
    expect(provider.asked['/keys']).toBe(2);
    vi.setSystemTime(Date.now() + 2 * 60 * MINUTE_MS);
    await expect(here.authenticate(token)).rejects.toMatchObject(UNAVAILABLE);
  });

  it.each([
    ['that says that it is another', { issuer: 'https://evil.example' }],
    ['without keys', { jwks_uri: undefined }],
    ['with keys in a file', { jwks_uri: 'file:///etc/passwd' }],
  ])('are not taken from a provider %s', async (_what, discovery) => {
    Object.assign(provider.discovery, discovery);
    await expect(tokens().authenticate(await provider.sign())).rejects.toMatchObject(UNAVAILABLE);
    expect(provider.asked['/keys']).toBeUndefined();
  });
});
