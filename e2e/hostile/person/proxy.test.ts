import { type TestServer, createTestServer, personOn } from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PROXY = '10.0.0.1';
const LIMIT = 5;

describe('a person who tries too often, behind the same proxy as everybody', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({
      config: { trustProxy: { kind: 'hops', hops: 1 } },
      people: { limits: { perAddress: LIMIT } },
    });
  });
  afterAll(() => server.close());

  /** Somebody with a session, and what they send from where they are. */
  const personAt = async (address: string) => {
    const person = await personOn(server);
    const { accessToken: token } = await person.signIn();
    const send = (method: 'POST' | 'DELETE', url: string, payload: object) =>
      server.send(method, url, {
        payload,
        token,
        remoteAddress: PROXY,
        headers: { 'x-forwarded-for': address },
      });
    return { send, password: person.password };
  };
  const newPassword = 'four other words entirely';

  it('keeps nobody from changing a password and deleting an account', async () => {
    const mallory = await personAt('203.0.113.9');
    const honest = await personAt('198.51.100.7');
    const statuses = [];
    for (let n = 0; n <= LIMIT; n++) {
      const tried = { currentPassword: 'a wrong password', newPassword };
      statuses.push((await mallory.send('POST', '/v1/me/password', tried)).statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
    const change = { currentPassword: honest.password, newPassword };
    const changed = await honest.send('POST', '/v1/me/password', change);
    expect(changed.statusCode, changed.body).toBe(200);
    const deleted = await honest.send('DELETE', '/v1/me', { password: newPassword });
    expect(deleted.statusCode, deleted.body).toBe(200);
  });
});
