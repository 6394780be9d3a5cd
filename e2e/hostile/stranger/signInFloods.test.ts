import { type TestServer, createTestServer, personOn } from '@host/server/testing';
import { afterEach, describe, expect, it } from 'vitest';

const HOME = '198.51.100.7';
const ELSEWHERE = '192.0.2.7';
const NEW_PASSWORD = 'four other words entirely';

describe('a stranger with many networks who tries passwords', () => {
  let server: TestServer;
  afterEach(() => server.close());

  const post = (url: string, payload: object, remoteAddress: string, token?: string) =>
    server.post(url, payload, { token, remoteAddress });
  const signIn = (email: string, password: string, from: string) =>
    post('/v1/sessions', { email, password }, from);
  const wrongTries = (email: string, networks: number, each: number) =>
    Promise.all(
      Array.from({ length: networks * each }, async (_, n) => {
        const network = n % networks;
        return (await signIn(email, `wrong ${n}`, `203.0.${network}.1`)).statusCode;
      }),
    );

  it('does not shut a person out of where they are signed in, nor out of what they confirm', async () => {
    server = await createTestServer({ people: { limits: { perAccount: 20 } } });
    const { email, password } = await personOn(server);
    const session = (await signIn(email, password, HOME)).json<{ accessToken: string }>();
    expect(await wrongTries(email, 11, 2)).toContain(429);
    expect((await signIn(email, password, ELSEWHERE)).statusCode).toBe(429);
    expect((await signIn(email, password, HOME)).statusCode).toBe(201);
    const change = { currentPassword: password, newPassword: NEW_PASSWORD };
    const changed = await post('/v1/me/password', change, ELSEWHERE, session.accessToken);
    expect(changed.statusCode, changed.body).toBe(200);
  });

  it('guesses no more near a person than a limit of its own allows', async () => {
    const limits = { perAccount: 20, perAddress: 1e6, perAddressAndAccount: 1e6 };
    server = await createTestServer({ people: { limits } });
    const { email, password } = await personOn(server);
    await signIn(email, password, HOME);
    await wrongTries(email, 11, 2);
    const seen = [];
    for (let n = 0; n < 22; n++) {
      seen.push((await signIn(email, 'wrong', `198.51.100.${n + 10}`)).statusCode);
    }
    expect(seen.filter((status) => status === 401)).toHaveLength(limits.perAccount);
    expect(seen.at(-1)).toBe(429);
  });

  it('keeps nobody else from signing in, however much each network has waiting', async () => {
    server = await createTestServer();
    const { email, password } = await personOn(server);
    const flood = Promise.all(
      Array.from({ length: 900 }, async (_, n) =>
        signIn(`nobody${n}@example.com`, 'wrong', `203.${n % 30}.0.1`),
      ),
    );
    const honest = await Promise.all(
      Array.from({ length: 3 }, () => signIn(email, password, HOME)),
    );
    expect(honest.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const refused = (await flood).filter(({ statusCode }) => statusCode === 503);
    expect(refused.length).toBeGreaterThan(0);
  });
});
