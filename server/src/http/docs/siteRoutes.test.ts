import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ERRORS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { readWebApp } from '../web-app/readWebApp.ts';

describe('the site of the docs', () => {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docs-site-'));
    const files = {
      'index.html': '<title>Start</title>',
      'embed/index.html': '<title>Embed</title>',
      'errors/index.html': '<title>Errors</title>',
      'files/deploy/compose.yaml': 'services:',
      'template.html': '<title>{title} · Docs</title><main>{main}</main>',
    };
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    server = await createTestServer({ docsSite: await readWebApp(folder) });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  const get = (path: string) => server.send('GET', path, { token: undefined });

  it.each([
    ['/docs/', 'Start'],
    ['/docs/embed/', 'Embed'],
    ['/docs/errors/', 'Errors'],
  ])('has %s as a page under a policy without an exception', async (path, title) => {
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<title>${title}</title>`);
    expect(page.headers['content-security-policy']).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.headers).toMatchObject({ 'integrity-policy': 'blocked-destinations=(script)' });
  });

  it('is found without the slash at its end, too', async () => {
    expect((await get('/docs')).headers.location).toBe('/docs/');
    expect((await get('/docs/embed')).headers.location).toBe('/docs/embed/');
  });

  it('shows files that pages link to as text, and says of nothing else that it is there', async () => {
    const file = await get('/docs/files/deploy/compose.yaml');
    expect(file.headers['content-type']).toBe('text/plain; charset=utf-8');
    for (const path of ['nothing', 'nothing/', '../package.json', '%2e%2e/package.json']) {
      expectProblem(await get(`/docs/${path}`), 'not-found');
    }
  });

  it('has the page of every error in its look, and the description of the API beside it', async () => {
    const page = await get('/docs/errors/not-found');
    expect(page.body).toContain('<title>not-found · Docs</title>');
    expect(page.body).toContain(ERRORS['not-found'].title);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect((await get('/docs/json')).json()).toMatchObject({ openapi: '3.1.0' });
  });
});
