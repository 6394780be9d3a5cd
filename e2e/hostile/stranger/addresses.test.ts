import type { RegistrationRecord } from '@host/contracts';
import { type TestServer, createTestServer, newAppId } from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What a stranger writes to be taken for somebody else; `n` makes each another one. */
const FORGERIES: readonly [name: string, headers: (n: number) => Record<string, string>][] = [
  ['X-Forwarded-For', (n) => ({ 'x-forwarded-for': `198.51.${n}.1` })],
  ['X-Forwarded-For of a list', (n) => ({ 'x-forwarded-for': `198.51.${n}.1, 10.0.0.1` })],
  ['X-Forwarded-For as IPv6', (n) => ({ 'x-forwarded-for': `2001:db8:${n}::1` })],
  ['X-Real-IP', (n) => ({ 'x-real-ip': `198.51.${n}.1` })],
  ['Forwarded', (n) => ({ forwarded: `for=198.51.${n}.1` })],
  ['X-Client-IP', (n) => ({ 'x-client-ip': `198.51.${n}.1` })],
  ['CF-Connecting-IP', (n) => ({ 'cf-connecting-ip': `198.51.${n}.1` })],
];

/** How a server can be set up that must not believe them: nobody is trusted, or somebody else is. */
const TRUSTS = [
  ['without a proxy', { kind: 'nobody' }],
  [
    'with proxies elsewhere',
    { kind: 'networks', networks: [{ address: '10.0.0.0', bits: 8, family: 'ipv4' }] },
  ],
] as const;

const STRANGER = '203.0.113.7';
const SIGN_IN_LIMITS = {
  perAddress: 5,
  perAddressAndAccount: 1e6,
  perAccount: 1e6,
  accountsPerAddress: 1e6,
};

describe.each(TRUSTS)('a stranger who forges addresses, %s', (_, trustProxy) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({
      config: { trustProxy, rateLimits: { perAddress: 400, perToken: 1e6 } },
      people: { limits: SIGN_IN_LIMITS },
    });
  });
  afterAll(() => server.close());

  it.each(FORGERIES)('pauses nobody’s release: %s', async (_name, headersOf) => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    for (let n = 0; n < 25; n++) {
      const body = {
        version: '1.0.0',
        hostVersion: '1.0.0',
        platform: 'ios',
        kind: 'crashed-on-start',
        installId: `i${n}`,
      };
      const report = await server.post(`/v1/mini-programs/${appId}/reports`, body, {
        token: undefined,
        remoteAddress: STRANGER,
        headers: headersOf(n),
      });
      expect(report.statusCode, report.body).toBe(200);
    }
    const record = await server.send('GET', `/v1/admin/mini-programs/${appId}/versions/1.0.0`);
    expect(record.json<RegistrationRecord>().status).toBe('released');
  });

  it('guesses no more passwords than from one address', async () => {
    const statuses = [];
    for (let n = 0; n < 6; n++) {
      const tried = { email: `somebody${n}@example.com`, password: 'a wrong password' };
      const headers = Object.assign({}, ...FORGERIES.map(([, headersOf]) => headersOf(n)));
      const answer = await server.post('/v1/sessions', tried, {
        token: undefined,
        remoteAddress: '203.0.113.8',
        headers,
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('asks no more than one address may, whichever address of an IPv6 network it takes', async () => {
    let refused = 0;
    for (let n = 0; n < 401; n++) {
      const answer = await server.send('GET', '/v1/config', {
        token: undefined,
        remoteAddress: `2001:db8:1:2::${n.toString(16)}`,
        headers: { 'x-forwarded-for': `198.51.100.${n % 256}` },
      });
      if (answer.statusCode === 429) refused++;
    }
    expect(refused).toBe(1);
  });

  it('changes no address that an answer names', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      host: 'evil.example',
    };
    for (const url of ['/', '/v1/config', '/docs/json', '/nothing-here']) {
      const answer = await server.send('GET', url, { token: undefined, headers });
      expect(`${JSON.stringify(answer.headers)} ${answer.body}`).not.toMatch(/evil|gopher/);
    }
  });
});
