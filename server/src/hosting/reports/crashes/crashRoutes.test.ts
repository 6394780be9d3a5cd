import { buffer } from 'node:stream/consumers';

import type { Crash, CrashDetails, VersionReport } from '@host/contracts';
import { LIMITS } from '@host/contracts';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';

import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { forgetOld } from '../../forgetOld.ts';

const SOURCE = `export function showOrder(order: { total?: { amount: number } }): number {
  const prefix: string = 'Order';
  if (prefix === '') return 0;
  return order.total!.amount;
}
globalThis.crash = () => showOrder({});
`;

describe.each(testEngines())('crashes ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ engine })));
  afterAll(() => server.close());

  const report = async (appId: string, change: Partial<VersionReport>, remoteAddress?: string) => {
    const response = await server.send('POST', `/v1/mini-programs/${appId}/reports`, {
      token: undefined,
      ...(remoteAddress && { remoteAddress }),
      payload: {
        version: '1.0.0',
        platform: 'web',
        hostVersion: '2.1.0',
        installId: 'install-1',
        kind: 'crashed',
        message: 'No total',
        stack: 'TypeError: No total\n    at showOrder (https://cdn.example/1.0.0/App.js:1:20)',
        ...change,
      },
    });
    expect(response.statusCode, response.body).toBe(200);
  };
  const list = async (query: string, token?: string) => {
    const response = await server.send('GET', `/v1/admin/crashes?${query}`, {
      ...(token && { token }),
    });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<{ items: Crash[]; nextCursor?: string }>();
  };
  const read = async (appId: string, place: string, query = '') => {
    const path = `/v1/admin/mini-programs/${appId}/crashes/${place}${query}`;
    const response = await server.send('GET', path);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<CrashDetails>();
  };

  it('are one for a place over all versions, with platforms, hosts and installs', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    await server.publish(appId, '1.1.0', { percentage: 10 });
    await report(appId, {});
    await report(appId, { installId: 'install-2', platform: 'ios', hostVersion: '2.2.0' });
    await report(appId, { installId: 'install-2', message: 'No total of 7' });
    const stack = 'TypeError: No total\n    at showOrder (https://cdn.example/1.1.0/App.js:9:99)';
    await report(appId, { version: '1.1.0', installId: 'install-3', stack });
    // Neither threw anybody out.
    await report(appId, { kind: 'complaint', message: 'Slow' });
    await report(appId, { kind: 'load-failed', message: 'Offline' });

    const { items } = await list(`appId=${appId}`);
    expect(items).toMatchObject([
      {
        count: 4,
        installs: { count: 3, isExact: true },
        firstVersion: '1.0.0',
        lastVersion: '1.1.0',
        kind: 'crashed',
      },
    ]);
    const { place } = items[0]!;
    expect((await read(appId, place)).firstVersion).toBe('1.0.0');
    expect((await list(`appId=${appId}&version=1.1.0`)).items).toHaveLength(1);
    expect((await list(`appId=${appId}&version=3.0.0`)).items).toEqual([]);

    const details = await read(appId, place);
    expect(details.versions).toMatchObject([
      { version: '1.1.0', status: 'released', count: 1, platforms: [{ name: 'web', count: 1 }] },
      {
        version: '1.0.0',
        count: 3,
        platforms: [
          { name: 'web', count: 2 },
          { name: 'ios', count: 1 },
        ],
        hostVersions: [
          { name: '2.1.0', count: 2 },
          { name: '2.2.0', count: 1 },
        ],
      },
    ]);
    expect(details.stack).toMatchObject({ version: '1.1.0', mapping: 'no-maps' });
    expect((await read(appId, place, '?version=1.0.0')).stack?.version).toBe('1.0.0');
    const kept = await server.db.all('SELECT * FROM crashes');
    expect(JSON.stringify(kept)).not.toContain('install-');
    // What is left of a version whose report is gone is not known to be the first.
    await server.db.run(
      `DELETE FROM report_failures WHERE app_id = ? AND version = '1.0.0'`,
      appId,
    );
    expect((await list(`appId=${appId}`)).items[0]!.firstVersion).toBeUndefined();
  });

  it('are seen by who may see the mini-app, page by page, the latest first', async () => {
    const [mine, other] = [newAppId(), newAppId()];
    for (const appId of [mine, other]) {
      await server.publish(appId, '1.0.0');
      for (const name of ['first', 'second']) {
        await report(appId, { stack: `Error: x\n    at ${name} (App.js:1:1)` });
      }
    }
    const { token } = await server.issue({ scopes: ['read'], apps: [mine] });
    const first = await list('limit=1', token);
    const second = await list(`limit=1&cursor=${first.nextCursor}`, token);
    expect([first, second].map(({ items }) => items[0]!.at)).toEqual([
      'at second (App.js:1:1)',
      'at first (App.js:1:1)',
    ]);
    expect(second.nextCursor).toBeUndefined();
    const { place } = (await list(`appId=${other}`)).items[0]!;
    for (const path of [`crashes?appId=${other}`, `mini-programs/${other}/crashes/${place}`]) {
      const refused = await server.send('GET', `/v1/admin/${path}`, { token });
      expectProblem(refused, 'app-not-allowed');
    }
  });

  it('are found by a part of the message, the first frame or the mini-app, whatever its case', async () => {
    const [mine, other] = [newAppId(), newAppId()];
    for (const appId of [mine, other]) {
      await server.publish(appId, '1.0.0');
      for (const name of ['payNow', 'payLater']) {
        const stack = `Error: x\n    at ${name} (App.js:1:1)`;
        await report(appId, { stack, message: `100% of ${name}: no_total` });
      }
    }
    const found = async (q: string, more = '', token?: string) =>
      (await list(`q=${encodeURIComponent(q)}&limit=100${more}`, token)).items.map(
        ({ appId, at }) => [appId, /at (\w+)/.exec(at)![1]],
      );
    const part = mine.slice(-12).toUpperCase();
    expect(await found(part)).toEqual([
      [mine, 'payLater'],
      [mine, 'payNow'],
    ]);
    expect(await found('PAYNOW (app')).toEqual([
      [other, 'payNow'],
      [mine, 'payNow'],
    ]);
    expect(await found('of paylater: NO_', `&appId=${other}`)).toEqual([[other, 'payLater']]);
    expect(await found('payNow', '&version=1.0.0&sort=lastAt')).toEqual([
      [mine, 'payNow'],
      [other, 'payNow'],
    ]);
    expect(await found('payNow', `&appId=${mine}&version=3.0.0`)).toEqual([]);
    // What means something in a pattern means itself.
    expect(await found('100_')).toEqual([]);
    expect(await found('no%total')).toEqual([]);
    const { token } = await server.issue({ scopes: ['read'], apps: [other] });
    expect(await found(part, '', token)).toEqual([]);
    expect(await found('100%', '', token)).toHaveLength(2);
    const first = await list('q=pay&limit=1', token);
    const second = await list(`q=pay&limit=1&cursor=${first.nextCursor}`, token);
    expect([first, second].map(({ items }) => items[0]!.at)).toEqual([
      'at payLater (App.js:1:1)',
      'at payNow (App.js:1:1)',
    ]);
    expect(second.nextCursor).toBeUndefined();
  });

  it('say why a release paused', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    for (let install = 0; install < 25; install++) {
      const change = { installId: `install-${install}`, kind: 'crashed-on-start' as const };
      await report(appId, change, `203.0.${install}.7`);
    }
    const { items } = await list(`appId=${appId}&version=1.0.0`);
    const { versions } = await read(appId, items[0]!.place);
    expect(versions).toMatchObject([{ status: 'paused', kind: 'crashed-on-start' }]);
    expect(versions[0]!.pausedBecause).toMatch(/^It crashed or hung on start for \d+ of \d+/);
  });

  it('made up by strangers do not push out those that hit many, and old ones are forgotten', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0');
    for (const installId of ['a', 'b', 'c'])
      await report(appId, { installId: `real-${installId}` });
    const [real] = (await list(`appId=${appId}`)).items;
    for (let index = 0; index < LIMITS.crashesPerApp + 20; index++) {
      await report(appId, { stack: `Error: x\n    at madeUp${index} (App.js:1:1)` });
    }
    const rows = await server.db.all<{ place: string }>(
      'SELECT place FROM crashes WHERE app_id = ?',
      appId,
    );
    expect(rows.length).toBeLessThanOrEqual(LIMITS.crashesPerApp);
    expect(rows.map(({ place }) => place)).toContain(real!.place);
    await forgetOld(server.db, Date.now() + 91 * 24 * 60 * 60 * 1000);
    expect((await list(`appId=${appId}`)).items).toEqual([]);
  });

  it('keep their stack, whatever strangers make up at other places and at the same', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0');
    for (const name of ['showOrder', 'showMap']) {
      const stack = `TypeError: No total\n    at ${name} (https://cdn.example/1.0.0/App.js:1:20)`;
      for (const install of ['a', 'b', 'c']) await report(appId, { installId: install, stack });
    }
    const real = (await list(`appId=${appId}`)).items;
    for (let index = 0; index < LIMITS.reportedFailures + 10; index++) {
      await report(appId, { stack: `Error: x\n    at madeUp${index} (App.js:1:1)` }, '203.0.113.9');
    }
    for (let index = 0; index < LIMITS.reportedFailures + 10; index++) {
      await report(appId, { message: `No total ${index}` }, '203.0.113.9');
    }
    for (const { place } of real) {
      const { versions, stack } = await read(appId, place);
      expect(versions).toMatchObject([{ version: '1.0.0' }]);
      expect(versions[0]!.count).toBeGreaterThanOrEqual(3);
      expect(stack?.frames[0]?.reported).toContain('https://cdn.example/1.0.0/App.js:1:20');
    }
  });

  it('are found in the source by maps that nobody can fetch', async () => {
    const appId = newAppId();
    const { outputFiles } = await build({
      stdin: { contents: SOURCE, sourcefile: 'src/screens/Order.ts', loader: 'ts' },
      minify: true,
      sourcemap: 'external',
      write: false,
      outfile: 'App.js',
    });
    const code = outputFiles.find(({ path }) => path.endsWith('.js'))!.text;
    const map = outputFiles.find(({ path }) => path.endsWith('.map'))!;
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(map.contents), 'web/App.js.map');
    zip.end();
    await server.upload(appId, '1.0.0', { web: true });
    const stored = await server.send('PUT', `/v1/admin/artifacts/${appId}/1.0.0/web.maps.zip`, {
      payload: await buffer(zip.outputStream),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(stored.statusCode, stored.body).toBeLessThan(300);
    await server.publish(appId, '1.0.0', { web: true });

    const column = code.indexOf('.amount') + 2;
    const file = `https://cdn.example/mini-apps/${appId}/1.0.0/web/App.js?x=1`;
    const stack = `TypeError: No total\n    at ${file}:1:${column}\n    at far (elsewhere.js:1:1)`;
    await report(appId, { stack });
    const { place } = (await list(`appId=${appId}`)).items[0]!;
    const found = (await read(appId, place)).stack!;
    expect(found.mapping).toBe('applied');
    expect(found.frames[0]!.source).toMatchObject({ file: 'src/screens/Order.ts', line: 4 });
    expect(found.frames[1]).toEqual({ reported: 'at far (elsewhere.js:1:1)' });
    expect((await read(appId, place)).stack).toEqual(found);
    for (const path of ['source-maps', 'mini-apps']) {
      const url = `/cdn/${path}/${appId}/1.0.0/web.maps.zip`;
      expect((await server.send('GET', url, { token: undefined })).statusCode).toBe(404);
    }

    // What a publisher uploads may be anything.
    const broken = new ZipFile();
    broken.addBuffer(Buffer.from('no source map'), 'App.js.map');
    broken.end();
    const added = await server.send('PUT', `/v1/admin/artifacts/${appId}/1.0.0/ios.maps.zip`, {
      payload: await buffer(broken.outputStream),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(added.statusCode, added.body).toBe(201);
    await report(appId, { platform: 'ios', stack: 'Error: x\n    at broken (App.js:1:1)' });
    const other = (await list(`appId=${appId}`)).items[0]!;
    expect((await read(appId, other.place)).stack).toMatchObject({
      mapping: 'failed',
      mappingFailure: 'broken',
      frames: [{ reported: 'at broken (App.js:1:1)' }],
    });
  });
});
