import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ADMIN_TOKEN } from '../../../testing/createTestServer.ts';
import { STORES, type TestCdn, startCdn } from '../testing/startCdn.ts';

const [FOLDER] = STORES;
const FILE = 'web/app.js';
const AS_ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };

describe('an artifact that is asked for again', () => {
  let cdn: TestCdn;
  beforeAll(async () => {
    cdn = await startCdn(FOLDER!);
  });
  afterAll(() => cdn.close());

  const withoutIds = (headers: Record<string, unknown>) => ({
    ...headers,
    date: undefined,
    'x-request-id': undefined,
  });

  it.each([{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip, deflate' }])(
    'has the same headers and bytes from memory as the first time (%j)',
    async (asked: Record<string, string>) => {
      const first = await cdn.get(FILE, asked);
      const later = [await cdn.get(FILE, asked), await cdn.get(FILE, asked)];
      for (const { status, headers, body } of later) {
        expect(status).toBe(200);
        expect(withoutIds(headers)).toEqual(withoutIds(first.headers));
        expect(body.equals(first.body)).toBe(true);
      }
      const ids = [first, ...later].map(({ headers }) => headers['x-request-id']);
      expect(new Set(ids).size).toBe(3);
    },
  );

  it('keeps the id that a proxy gave the request', async () => {
    await cdn.get(FILE);
    await cdn.get(FILE);
    const { headers } = await cdn.get(FILE, { 'x-request-id': 'from-the-proxy' });
    expect(headers['x-request-id']).toBe('from-the-proxy');
  });

  it('still answers 304, 206 and 404 where these are right', async () => {
    const { headers } = await cdn.get(FILE);
    await cdn.get(FILE);
    expect((await cdn.get(FILE, { 'if-none-match': headers.etag! })).status).toBe(304);
    expect((await cdn.get(FILE, { range: 'bytes=0-9' })).status).toBe(206);
    expect((await cdn.get(`${FILE}x`)).status).toBe(404);
  });

  it('is counted like any other request', async () => {
    const counted = async () => {
      const { body } = await cdn.getPath('/metrics', AS_ADMIN);
      const line =
        /http_request_duration_seconds_count\{method="GET",route="\/cdn\/\*",status="200"\} (\d+)/;
      return Number(line.exec(body.toString())?.[1]);
    };
    await cdn.get(FILE);
    const before = await counted();
    for (let n = 0; n < 5; n++) await cdn.get(FILE);
    expect(await counted()).toBe(before + 5);
    expect((await cdn.getPath('/metrics', AS_ADMIN)).body.toString()).toMatch(
      /http_requests_under_way 1\n/,
    );
  });
});
