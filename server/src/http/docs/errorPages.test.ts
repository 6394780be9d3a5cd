import { ERRORS, type ErrorCode } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';

describe('the pages about errors', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());
  const open = (path: string) => server.send('GET', `/docs/errors/${path}`, { token: undefined });
  const textOf = (html: string) =>
    html
      .replace(/<style>.*?<\/style>|<[^>]+>/gs, '')
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

  it.each(Object.keys(ERRORS) as ErrorCode[])(
    'say of %s what it is and how to mend it',
    async (code) => {
      const response = await open(code);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['content-security-policy']).toContain("default-src 'none'");
      const { status, title, fix } = ERRORS[code];
      const text = textOf(response.body);
      for (const part of [title, `Status ${status}`, code, fix.replaceAll('`', '')]) {
        expect(text).toContain(part);
      }
    },
  );

  it('are where the type of an error answer leads', async () => {
    const { type } = (await server.send('GET', '/nothing')).json<{ type: string }>();
    const page = await server.send('GET', new URL(type).pathname, { token: undefined });
    expect(textOf(page.body)).toContain(ERRORS['not-found'].title);
  });

  it('are all in one list, each with a link', async () => {
    const { body } = await open('');
    for (const code of Object.keys(ERRORS)) expect(body).toContain(`href="${code}"`);
  });

  it.each(['nothing', '__proto__', 'constructor', 'toString', 'Not-Found', '<b>'])(
    'are 404 for %s',
    async (code) => {
      expectProblem(await open(encodeURIComponent(code)), 'not-found');
    },
  );
});
