import { describe, expect, it } from 'vitest';

import { hostAppHeaders } from '../web-app/hostAppHeaders.ts';
import { createTestServer } from '../../testing/createTestServer.ts';

const REPORT_URI = 'report-uri /v1/csp-reports';

const headersOf = (path: string, origin: string) =>
  hostAppHeaders({
    baseUrl: origin,
    cdnUrl: `${origin}/cdn`,
    pushGatewayUrl: origin,
    production: true,
  })(path);
const directivesOf = (headers: Record<string, unknown>) =>
  String(headers['content-security-policy']).split('; ');

describe('the address for reports', () => {
  it('is in the policy of the host page, on https by the Reporting API as well', () => {
    const headers = headersOf('index.html', 'https://host.example');
    expect(directivesOf(headers).slice(-2)).toEqual([REPORT_URI, 'report-to csp']);
    expect(headers['reporting-endpoints']).toBe('csp="/v1/csp-reports"');
  });

  // Chromium follows report-to alone where there is one, and then reports nothing from such pages.
  it.each([
    ['a page on http', 'index.html', 'http://host.example'],
    ['a frame, which has no origin', 'frame.html', 'https://host.example'],
  ])('is report-uri alone for %s', (_, path, origin) => {
    const headers = headersOf(path, origin);
    expect(directivesOf(headers).at(-1)).toBe(REPORT_URI);
    expect(headers['content-security-policy']).not.toContain('report-to');
    expect(headers).not.toHaveProperty('reporting-endpoints');
  });

  it.each([
    { baseUrl: 'http://localhost:8080', last: REPORT_URI, endpoints: undefined },
    { baseUrl: 'https://host.example', last: 'report-to csp', endpoints: 'csp="/v1/csp-reports"' },
  ])('is with the pages of the documentation of $baseUrl', async ({ baseUrl, last, endpoints }) => {
    const server = await createTestServer({ config: { baseUrl } });
    for (const path of ['/docs/', '/docs/errors/', '/docs/errors/not-found']) {
      const { headers } = await server.send('GET', path, { token: undefined });
      expect(directivesOf(headers), path).toContain(REPORT_URI);
      expect(directivesOf(headers).at(-1), path).toBe(last);
      expect(headers['reporting-endpoints'], path).toBe(endpoints);
    }
    await server.close();
  });
});
