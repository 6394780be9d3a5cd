import { type TestServer, createTestServer, newAppId } from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Headers that the server reads. To add one, or another way to fill it, add it to a list. */
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'origin',
  'range',
  'user-agent',
  'x-forwarded-for',
  'x-request-id',
];
/** What expressions trip over that try every place of a text as the beginning, or every length of a part. */
const RUNS = [' ', ';', ' ;', ',', '=', '"', '\\', '\\"', '/', '-eyJeyJeyJ', 'a', '0', '.', '://a'];

/** Far more than a connection lets through: with work that grows by the square of it, one of these takes minutes. */
const LENGTH = 300_000;

describe('a stranger who sends a header of one thing over and over', () => {
  let server: TestServer;
  let paths: string[];
  beforeAll(async () => {
    server = await createTestServer({ config: { rateLimits: { perAddress: 1e6, perToken: 1e6 } } });
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    paths = [`/cdn/mini-apps/${appId}/1.0.0/mf-manifest.json`, '/v1/me', '/v1/config', '/docs/'];
  });
  afterAll(() => server.close());

  it.each(HEADERS)('is answered at once: %s', { timeout: 60_000 }, async (name) => {
    for (const run of RUNS) {
      const value = `a${run.repeat(LENGTH / run.length)}b`;
      for (const path of paths) {
        const headers = { [name]: value };
        const answer = await server.send('GET', path, { token: undefined, headers });
        expect(answer.statusCode, `${path} ${run}`).toBeLessThan(500);
      }
    }
  });
});
