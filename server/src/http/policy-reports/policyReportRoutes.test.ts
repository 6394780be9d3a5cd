import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ADMIN_TOKEN, type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { createLogger } from '../log/createLogger.ts';
import { MAX_REPORT_BODIES_PER_MINUTE } from './policyReportLimits.ts';

const LEGACY = 'application/csp-report';
const BATCH = 'application/reports+json';
const SECRET = 'kept-to-itself';

/** What browsers send, with a secret wherever a page or a script could have one. */
const legacy = {
  'csp-report': {
    'document-uri': `https://host.example/app/miniapp/a?token=${SECRET}#${SECRET}`,
    'effective-directive': 'connect-src',
    'blocked-uri': `https://elsewhere.example/collect/${SECRET}?${SECRET}`,
    'script-sample': SECRET,
    'original-policy': SECRET,
    referrer: SECRET,
  },
};
const modern = {
  age: 27,
  type: 'csp-violation',
  url: `https://host.example/docs/?${SECRET}`,
  user_agent: SECRET,
  body: {
    documentURL: `https://host.example/docs/?${SECRET}`,
    effectiveDirective: 'img-src',
    blockedURL: `https://elsewhere.example/${SECRET}`,
    sample: SECRET,
    sourceFile: `https://host.example/${SECRET}`,
  },
};

// In this order: what uses the limit up comes last.
describe('reports of what a content security policy blocked', () => {
  let server: TestServer;
  let log = '';
  beforeAll(async () => {
    const destination = { write: (line: string) => void (log += line) };
    const logger = createLogger({ level: 'info', secrets: [ADMIN_TOKEN], destination });
    server = await createTestServer({ logger });
  });
  afterAll(() => server.close());

  let sent = 0;
  const report = (body: unknown, type = LEGACY) => {
    sent++;
    return server.app.inject({
      method: 'POST',
      url: '/v1/csp-reports',
      headers: { 'content-type': type, origin: 'null' },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
  };

  it('are taken in both forms, without a token and from a page without an origin', async () => {
    log = '';
    for (const answer of [await report(legacy), await report([modern], BATCH)]) {
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
    }
    const lines = log.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 40,
        directive: 'connect-src',
        page: '/app/miniapp/a',
        blocked: 'https://elsewhere.example',
      },
      { level: 40, directive: 'img-src', page: '/docs/', blocked: 'https://elsewhere.example' },
    ]);
    expect(log).not.toContain(SECRET);
    const metrics = await server.send('GET', '/metrics');
    expect(metrics.body).toContain('csp_reports_total{directive="img-src"} 1');
  });

  it('are refused beyond 20 in a body, 16 KB, another type, another form or depth', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, () => ({ type: 'csp-violation' }));
    expect((await report(many(20), BATCH)).statusCode).toBe(204);
    expectProblem(await report(many(21), BATCH), 'invalid-body');
    const padded = (bytes: number) => JSON.stringify(legacy).padEnd(bytes, ' ');
    expect((await report(padded(16 * 1024))).statusCode).toBe(204);
    expectProblem(await report(padded(16 * 1024 + 1)), 'body-too-large');
    expectProblem(await report(legacy, 'application/json'), 'unsupported-media-type');
    expectProblem(await report(legacy, 'text/plain'), 'unsupported-media-type');
    expectProblem(await report({ report: 'of something' }), 'invalid-body');
    expectProblem(await report('{'), 'malformed-json');
    expectProblem(await report(`${'['.repeat(200)}${']'.repeat(200)}`, BATCH), 'json-too-deep');
  });

  it('are limited for each network', async () => {
    for (let left = MAX_REPORT_BODIES_PER_MINUTE - sent; left > 0; left--) {
      expect((await report(legacy)).statusCode).toBe(204);
    }
    expectProblem(await report(legacy), 'rate-limited');
  });
});
