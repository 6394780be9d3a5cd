import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

const APP = 'com.acme.orders';
const TEA = { id: 'tea', title: 'Tea' };
const COFFEE = { id: 'coffee', title: 'Coffee' };
let server: TestServer;
let cwd: string;

beforeAll(async () => {
  server = await startTestServer();
  cwd = await temporaryFolder('documents');
  const folder = `https://cdn.elsewhere.example/mini-apps/${APP}/1.0.0`;
  await server.client.registerVersion({
    appId: APP,
    name: 'Orders',
    version: '1.0.0',
    manifestUrl: `${folder}/mf-manifest.json`,
    bundleZipUrl: `${folder}/\${platform}.zip`,
    permissions: [],
    minHostVersion: '1.0.0',
  });
});
afterAll(() => server.close());

const data = (...args: string[]) =>
  miniapp(['data', ...args, '--app', APP], { cwd, env: server.env });
const save = (name: string, content: unknown) =>
  writeFile(join(cwd, name), JSON.stringify(content));
const documents = () => server.client.readCollection(APP, 'items');

describe('miniapp data put-documents', () => {
  it('puts single documents into a collection, and leaves the others', async () => {
    await server.client.replaceCollection(APP, 'items', { documents: [TEA, COFFEE] });
    await save('some.json', [{ ...TEA, title: 'Green tea' }, COFFEE, { id: 'milk' }]);
    const { code, json } = await data('put-documents', 'items', 'some.json', '--json');
    expect(code).toBe(0);
    expect(json()).toMatchObject({ added: ['milk'], changed: ['tea'], unchanged: 1 });
    await save('one.json', { id: 'milk', title: 'Milk' });
    expect((await data('put-documents', 'items', 'one.json')).stdout).toContain(
      '0 added, 1 changed, 0 as they were',
    );
    expect(await documents()).toEqual([
      { id: 'tea', title: 'Green tea' },
      COFFEE,
      { id: 'milk', title: 'Milk' },
    ]);
  });

  it('replaces nothing that somebody else changed since it was read', async () => {
    await server.client.replaceCollection(APP, 'items', { documents: [TEA, COFFEE] });
    await save('before.json', JSON.parse((await data('show', 'items')).stdout));
    await save('after.json', [{ ...TEA, title: 'Mine' }]);
    await server.client.putDocument(APP, 'items', { ...TEA, title: 'Theirs' });
    const put = ['put-documents', 'items', 'after.json', '--seen', 'before.json'];
    const refused = await data(...put);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--seen')]);
    expect(await documents()).toEqual([{ ...TEA, title: 'Theirs' }, COFFEE]);
    await server.client.putDocument(APP, 'items', TEA);
    expect((await data(...put)).code).toBe(0);
    expect(await documents()).toEqual([{ ...TEA, title: 'Mine' }, COFFEE]);
  });

  it('says whose the one document is', async () => {
    const openId = 'a'.repeat(43);
    await server.client.replaceCollection(APP, 'items', { documents: [COFFEE], private: true });
    await save('one.json', TEA);
    const put = ['put-documents', 'items', 'one.json', '--owner'];
    expect((await data(...put, openId)).code).toBe(0);
    expect(await server.client.readOwners(APP, 'items')).toEqual({ tea: openId });
    expect((await data(...put, 'none')).code).toBe(0);
    expect(await server.client.readOwners(APP, 'items')).toEqual({});
    const wrong = await data(...put, 'ann@example.com');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('no openId')]);
    await save('two.json', [TEA, COFFEE]);
    const many = await data('put-documents', 'items', 'two.json', '--owner', openId);
    expect([many.code, many.stderr]).toEqual([2, expect.stringContaining('one document')]);
  });

  it('says what is wrong with a file', async () => {
    await save('wrong.json', { title: 'No id' });
    const wrong = await data('put-documents', 'items', 'wrong.json');
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('/0/id: ')]);
  });
});

describe('miniapp data remove-document', () => {
  it('deletes one document, once somebody said so', async () => {
    await server.client.replaceCollection(APP, 'items', { documents: [TEA, COFFEE] });
    expect((await data('remove-document', 'items', 'tea')).code).toBe(2);
    expect(await documents()).toHaveLength(2);
    const { stdout } = await data('remove-document', 'items', 'tea', '--yes');
    expect(stdout).toContain('tea is deleted; items holds 1 documents');
    expect(await documents()).toEqual([COFFEE]);
    const again = await data('remove-document', 'items', 'tea', '--yes');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('miniapp data show')]);
  });
});
