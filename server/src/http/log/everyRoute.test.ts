import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import {
  ADMIN_TOKEN,
  SERVER_KEY,
  type TestServer,
  createTestServer,
} from '../../testing/createTestServer.ts';
import { createLogger } from './createLogger.ts';

const RANDOM = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF';
/** One of each kind of secret that somebody can have. */
const SECRETS = [
  `hat_0mk2x1f9q7c4w8ze5r1t6y3u0p_${RANDOM}`,
  `hrt_0b8f2c1e-8d3b-4b7a-9f55-1d2e3f405162_7_${RANDOM}`,
  `hsk_0mk2x1f9q7c4w8ze5r1t6y3u0p_${RANDOM}`,
  `hgk_${RANDOM}`,
  `hgt_${RANDOM}`,
  `eyJhbGciOiJFZERTQSJ9.${RANDOM}.${RANDOM}`,
  ADMIN_TOKEN,
  SERVER_KEY,
];
const PASSWORD = 'correct horse battery staple';
const ASKED = 'asked-by-a-test';

let server: TestServer;
let log = '';
beforeAll(async () => {
  const destination = { write: (line: string) => void (log += line) };
  const logger = createLogger({
    level: 'trace',
    secrets: [ADMIN_TOKEN, SERVER_KEY],
    destination,
  });
  server = await createTestServer({ logger });
});
afterAll(() => server.close());

it('no secret is in the log of a run through all routes, wherever it was sent', async () => {
  const routes = server.routes.flatMap(({ method, url, config }) => {
    const isFile = config?.limit === 'files';
    const methods = [method].flat() as NonNullable<InjectOptions['method']>[];
    return methods.map((each) => ({ method: each, url, isFile }));
  });
  for (const { method, url, isFile } of routes) {
    for (const secret of isFile ? SECRETS.slice(0, 1) : SECRETS) {
      const path = url.replace(/:\w+|\*/g, secret);
      for (const authorization of [`Bearer ${secret}`, `key=${secret}`, `Bearer ${ADMIN_TOKEN}`]) {
        await server.app.inject({
          method,
          url: `${path}?token=${secret}&password=${encodeURIComponent(PASSWORD)}`,
          headers: {
            authorization,
            cookie: `refresh=${secret}`,
            'x-request-id': ASKED,
            ...(method !== 'GET' && method !== 'HEAD' && { 'content-type': 'application/json' }),
          },
          ...(method !== 'GET' &&
            method !== 'HEAD' && {
              payload: JSON.stringify({ token: secret, password: PASSWORD, refreshToken: secret }),
            }),
        });
      }
    }
  }
  // Its bodies have a type of their own, and what they say is logged.
  for (const secret of SECRETS) {
    await server.app.inject({
      method: 'POST',
      url: '/v1/csp-reports',
      headers: { 'content-type': 'application/csp-report' },
      payload: JSON.stringify({
        'csp-report': {
          'document-uri': `https://host.example/app/${secret}?token=${secret}#${secret}`,
          'effective-directive': secret,
          'blocked-uri': `https://${PASSWORD}:${secret}@elsewhere.example/${secret}`,
          'script-sample': secret,
        },
      }),
    });
  }
  expect(log).toContain('a page broke its content security policy');
  expect(routes.length).toBeGreaterThan(100);
  expect(log.split(ASKED).length).toBeGreaterThan(100);
  for (const hidden of [RANDOM, PASSWORD, ADMIN_TOKEN, SERVER_KEY]) {
    const at = log.indexOf(hidden);
    expect(at < 0 ? '' : log.slice(Math.max(0, at - 300), at + 50)).toBe('');
  }
});
