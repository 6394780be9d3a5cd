import { LIMITS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { NOTHING, storedFiles } from '../testing/storedFiles.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');
const png = (width: number, height: number) => {
  const header = Buffer.alloc(33);
  header.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
};
const jpeg = (width: number, height: number) => {
  const bytes = Buffer.from('ffd8ffe0000400ff00ffc200110800000000', 'hex');
  bytes.writeUInt16BE(height, 14);
  bytes.writeUInt16BE(width, 16);
  return Buffer.concat([bytes, Buffer.alloc(8)]);
};
const webp = (width: number, height: number) => {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF\n\0\0\0WEBPVP8X', 'latin1');
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
};
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('an icon', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  const put = (file: string, payload: Buffer | string) =>
    server.send('PUT', `/v1/admin/icons/${file}`, { payload });

  it.each([
    ['longer than its limit', '.png', Buffer.alloc(LIMITS.iconBytes + 1), 413, 'body-too-large'],
    ['empty', '.png', '', 400, 'upload-incomplete'],
    ['a GIF named .png', '.png', 'GIF89a', 422, 'artifact-corrupt'],
    ['a PNG named .jpg', '.jpg', PNG, 422, 'artifact-corrupt'],
    ['a PNG named .webp', '.webp', PNG, 422, 'artifact-corrupt'],
    ['a sound named .webp', '.webp', 'RIFF\0\0\0\0WAVE', 422, 'artifact-corrupt'],
    ['a page named .svg', '.svg', '<html><svg></svg></html>', 422, 'artifact-corrupt'],
    ['a page behind a comment', '.svg', '<!-- <svg> --><html>', 422, 'artifact-corrupt'],
    ['a script named .svg', '.svg', 'alert("<svg>")', 422, 'artifact-corrupt'],
    ['a PNG of 4 gigapixels', '.png', png(65_535, 65_535), 422, 'artifact-too-large'],
    ['a PNG that is a little too high', '.png', png(1, 2049), 422, 'artifact-too-large'],
    ['a JPEG of 4 gigapixels', '.jpg', jpeg(65_535, 65_535), 422, 'artifact-too-large'],
    ['a WebP of 268 megapixels', '.webp', webp(16_384, 16_384), 422, 'artifact-too-large'],
    [
      'with entities of its own',
      '.svg',
      `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`,
      422,
      'artifact-corrupt',
    ],
  ])('that is %s is refused and leaves nothing', async (_, end, content, status, code) => {
    const response = await put(`${newAppId()}${end}`, content);
    expect(response.statusCode).toBe(status);
    expect(response.json().code).toBe(code);
    expect(await storedFiles(server)).toEqual(NOTHING);
  });

  it('that is made of comments without end is refused at once', async () => {
    const started = performance.now();
    const response = await put(`${newAppId()}.svg`, '<!---->'.repeat(200));
    expect(response.json().code).toBe('artifact-corrupt');
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('has any safe name, of the mini-app that is named beside it', async () => {
    const appId = newAppId();
    const file = `${appId.split('.').at(-1)}-logo.v2.png`;
    expect((await put(file, PNG)).json()).toMatchObject({ code: 'invalid-query' });
    expect((await put(`${file}?appId=${appId}`, PNG)).statusCode).toBe(201);
    const served = await server.send('GET', `/cdn/icons/${file}`, { token: undefined });
    expect(served.rawPayload.equals(PNG)).toBe(true);
    const other = await put(`${file}?appId=${newAppId()}`, Buffer.concat([PNG, PNG]));
    expect(other.json()).toMatchObject({ code: 'artifact-exists' });
  });

  it('that is named after a mini-app is for those alone who may touch it', async () => {
    const [own, others] = [newAppId(), newAppId()];
    const { token } = await server.issue({ scopes: ['publish'], apps: [own] });
    const url = `/v1/admin/icons/${others}_2.png?appId=${own}`;
    const response = await server.send('PUT', url, { payload: PNG, token });
    expect(response.json()).toMatchObject({ code: 'app-not-allowed' });
  });

  it.each([
    'com.acme.orders',
    'com.acme.orders.gif',
    'Com.acme.orders.png',
    'com..acme.png',
    '.png',
    '..%2forders.png',
    '-orders.png',
  ])('cannot be called %s', async (file) => {
    const response = await put(`${file}?appId=com.acme.orders`, PNG);
    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe('invalid-path');
  });

  it.each([
    ['.png', PNG, 'image/png'],
    ['_v2.png', PNG, 'image/png'],
    ['_largest.png', png(2048, 2048), 'image/png'],
    ['_largest.jpg', jpeg(2048, 2048), 'image/jpeg'],
    ['_largest.webp', webp(2048, 2048), 'image/webp'],
    ['.jpg', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'image/jpeg'],
    ['.webp', 'RIFF\n\0\0\0WEBPVP8 ', 'image/webp'],
    ['.svg', SVG, 'image/svg+xml'],
    ['_xml.svg', `<?xml version="1.0"?>\n<!-- made by hand -->\n${SVG}`, 'image/svg+xml'],
    ['_bom.svg', `\ufeff${SVG}`, 'image/svg+xml'],
    ['_doctype.svg', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">${SVG}`, 'image/svg+xml'],
  ])('called <appId>%s is public at once, and inert', async (end, content, type) => {
    const file = `${newAppId()}${end}`;
    const response = await put(file, content);
    expect(response.statusCode, response.body).toBe(201);
    const size = Buffer.byteLength(content);
    expect(response.json()).toMatchObject({ key: `icons/${file}`, size, files: 1 });

    const served = await server.send('GET', `/cdn/icons/${file}`, { token: undefined });
    expect(served.statusCode).toBe(200);
    expect(served.rawPayload.equals(Buffer.from(content))).toBe(true);
    expect(served.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('never changes: the same again is 200, another is 409', async () => {
    const file = `${newAppId()}.png`;
    expect((await put(file, PNG)).statusCode).toBe(201);
    expect((await put(file, PNG)).statusCode).toBe(200);
    const refused = await put(file, Buffer.concat([PNG, PNG]));
    expect(refused.statusCode).toBe(409);
    expect(refused.json().code).toBe('artifact-exists');
    const served = await server.send('GET', `/cdn/icons/${file}`);
    expect(served.rawPayload.equals(PNG)).toBe(true);
  });

  it('of which two differ and come at once: one is stored, the other is told so', async () => {
    for (let round = 0; round < 10; round++) {
      const file = `${newAppId()}.png`;
      const icons = ['1', '2', '3'].map((end) => Buffer.concat([PNG, Buffer.from(end)]));
      const answers = await Promise.all(icons.map((icon) => put(file, icon)));
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        201, 409, 409,
      ]);
      const winner = answers.findIndex(({ statusCode }) => statusCode === 201);
      const served = await server.send('GET', `/cdn/icons/${file}`);
      expect(served.rawPayload.equals(icons[winner]!)).toBe(true);
    }
  });
});
