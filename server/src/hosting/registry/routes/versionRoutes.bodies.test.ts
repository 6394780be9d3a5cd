import { LIMITS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { foreignRegistrationOf } from '../../../testing/startForeignCdn.ts';

const REGISTER = '/v1/admin/mini-programs';
const registration = foreignRegistrationOf('com.acme.orders', '1.0.0');

/** What is looked at before the database is: one engine shows it. */
describe('the body of a registration', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  const sendText = (payload: string, contentType = 'application/json') =>
    server.send('POST', REGISTER, { payload, headers: { 'content-type': contentType } });
  const complaintsOf = async (body: object) => {
    const { errors = [] } = expectProblem(await server.post(REGISTER, body), 'invalid-body');
    for (const { code, detail } of errors) expect([code, detail]).not.toContain('');
    return errors;
  };
  const pointersOf = async (body: object) => [
    ...new Set((await complaintsOf(body)).map(({ pointer }) => pointer)),
  ];

  it.each(['', '{', '{"appId":}', 'appId=com.acme.orders', "{'appId': 1}", '{} {}', '\u0000'])(
    'is refused with 400 when it is not JSON: %j',
    async (text) => {
      const response = await sendText(text);
      // Nothing at all is a body without fields.
      expectProblem(response, text === '' ? 'invalid-body' : 'malformed-json');
    },
  );

  it('is refused with 400 when it is not UTF-8, and read with a byte order mark', async () => {
    const headers = { 'content-type': 'application/json' };
    const send = (payload: Buffer) => server.send('POST', REGISTER, { payload, headers });
    const text = JSON.stringify({ ...registration, name: 'Größe', appId: 'no appId' });
    expectProblem(await send(Buffer.from(text, 'latin1')), 'malformed-json');
    expectProblem(await send(Buffer.from(text, 'utf16le')), 'malformed-json');
    expectProblem(await send(Buffer.from(`\u{feff}${text}`)), 'invalid-body');
  });

  it.each([
    '{"__proto__": {"admin": true}}',
    '{"constructor": {"prototype": {"admin": true}}}',
    '{"digests": {"__proto__": null}}',
  ])('is refused with 400 when a key would reach the prototype: %s', async (text) => {
    expectProblem(await sendText(text), 'malformed-json');
  });

  it('is refused with 400 when it nests more than 32 levels, however many more', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expectProblem(await sendText(nested(LIMITS.jsonDepth)), 'invalid-body');
    expectProblem(await sendText(nested(LIMITS.jsonDepth + 1)), 'json-too-deep');
    expectProblem(await sendText(nested(32_000)), 'json-too-deep');
    expectProblem(await sendText('{"a":'.repeat(10_000)), 'json-too-deep');
  });

  it('is refused with 413 when it has 5 MB', async () => {
    const text = JSON.stringify({ ...registration, name: 'x'.repeat(5_000_000) });
    const { detail } = expectProblem(await sendText(text), 'body-too-large');
    expect(detail).toContain(String(LIMITS.jsonBodyBytes));
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    'is refused with 415 as %s',
    async (contentType) => {
      const response = await sendText(JSON.stringify(registration), contentType);
      expectProblem(response, 'unsupported-media-type');
    },
  );

  it('is refused with 415 without a type', async () => {
    const response = await server.send('POST', REGISTER, { payload: '{}' });
    expectProblem(response, 'unsupported-media-type');
  });

  it.each([
    ['appId'],
    ['name'],
    ['version'],
    ['manifestUrl'],
    ['bundleZipUrl'],
    ['permissions'],
    ['minHostVersion'],
  ] as const)('is refused with 422 and a pointer without %s', async (field) => {
    const { [field]: _left, ...rest } = registration;
    expect(await pointersOf(rest)).toEqual([`/${field}`]);
  });

  it('is refused with 422 and a pointer to each of the seven fields when it has none', async () => {
    expect(await pointersOf({})).toEqual([
      '/appId',
      '/name',
      '/version',
      '/manifestUrl',
      '/bundleZipUrl',
      '/permissions',
      '/minHostVersion',
    ]);
  });

  it.each(['[]', 'null', '"com.acme.orders"', '42'])(
    'is refused with 422 and the pointer to the whole when it is %s',
    async (text) => {
      const { errors = [] } = expectProblem(await sendText(text), 'invalid-body');
      expect(errors.map(({ pointer }) => pointer)).toEqual(['']);
    },
  );

  const url = 'https://cdn.elsewhere.example/mini-apps/x/1.0.0';
  it.each([
    [{ appId: 'com.acme.Orders' }, '/appId'],
    [{ appId: 'acme' }, '/appId'],
    [{ appId: 7 }, '/appId'],
    [{ appId: `com.acme.${'x'.repeat(120)}` }, '/appId'],
    [{ name: '' }, '/name'],
    [{ name: ' ' }, '/name'],
    [{ name: ['Orders'] }, '/name'],
    [{ name: 'x'.repeat(81) }, '/name'],
    [{ name: 'two\nlines' }, '/name'],
    [{ version: '1.2' }, '/version'],
    [{ version: '1.2.3-beta' }, '/version'],
    [{ version: '01.2.3' }, '/version'],
    [{ version: 1 }, '/version'],
    [{ manifestUrl: 'ftp://cdn.elsewhere.example/mf-manifest.json' }, '/manifestUrl'],
    [{ manifestUrl: `${url}/manifest.json` }, '/manifestUrl'],
    [{ manifestUrl: `https://x.example/${'x'.repeat(2048)}` }, '/manifestUrl'],
    [{ bundleZipUrl: `${url}/ios.zip` }, '/bundleZipUrl'],
    [{ bundleZipUrl: `${url}/\${platform}/\${platform}.zip` }, '/bundleZipUrl'],
    [{ bundleZipUrl: null }, '/bundleZipUrl'],
    [{ permissions: 'storage' }, '/permissions'],
    [{ permissions: ['storage', 'storage'] }, '/permissions'],
    [{ permissions: ['storage', 'camera'] }, '/permissions/1'],
    [{ minHostVersion: '2' }, '/minHostVersion'],
    [{ description: 'x'.repeat(501) }, '/description'],
    [{ icon: 'javascript:alert(1)' }, '/icon'],
    [{ digests: { ios: 'A'.repeat(64) } }, '/digests/ios'],
    [{ digests: [] }, '/digests'],
    [{ owner: 'me' }, '/owner'],
    [{ digests: { linux: 'a'.repeat(64) } }, '/digests/linux'],
    [{ 'a/b~c': 1 }, '/a~1b~0c'],
  ])('is refused with 422 and a pointer with %j', async (change, pointer) => {
    expect(await pointersOf({ ...registration, ...change })).toEqual([pointer]);
  });

  it('is refused with every complaint at once', async () => {
    const body = { ...registration, appId: 'X', version: '1', extra: 1, more: 2 };
    expect(await complaintsOf(body)).toEqual([
      { pointer: '/appId', code: 'invalid_format', detail: expect.stringContaining('com.acme.') },
      { pointer: '/version', code: 'invalid_format', detail: expect.stringContaining('1.4.0') },
      { pointer: '/extra', code: 'unrecognized_keys', detail: 'there is no such field' },
      { pointer: '/more', code: 'unrecognized_keys', detail: 'there is no such field' },
    ]);
  });

  it.each([
    ['in the host', 'https://${platform}.example/mini-apps/x/1.0.0/platform.zip'],
    ['in the query', 'https://cdn.example/mini-apps/x/1.0.0/ios.zip?for=${platform}'],
    ['in a folder', 'https://cdn.example/mini-apps/${platform}/1.0.0/ios.zip'],
  ])('is refused with 422 when the placeholder stands %s', async (_where, bundleZipUrl) => {
    expect(await pointersOf({ ...registration, bundleZipUrl })).toEqual(['/bundleZipUrl']);
  });

  it('is refused for the version that the addresses do not have', async () => {
    const appId = newAppId();
    const body = { ...foreignRegistrationOf(appId, '1.0.0'), version: '1.0.1' };
    expect(await pointersOf(body)).toEqual(['/manifestUrl', '/bundleZipUrl']);
  });

  it('that was refused left nothing behind, as often as it was sent', async () => {
    expect((await server.send('GET', REGISTER)).json()).toEqual({ items: [] });
    const accepted = await server.post(REGISTER, registration);
    expect(accepted.statusCode, accepted.body).toBe(201);
  });
});
