import { createObservable } from '@host/contracts';
import { localeInfo } from '@host/miniapp-sdk/host';
import { describe, expect, it } from 'vitest';

import { RuntimeError } from './common/deadline.ts';
import { webCrypto } from './core/webCrypto.ts';
import { createHost } from './createHost.ts';
import type { Host } from './Host.types.ts';
import type { HostLimits } from './HostOptions.types.ts';
import { createTestHost, phaseOf, refusal, settled, show } from './testing/createTestHost.ts';

const APP = 'com.acme.orders';
const OTHER = 'com.acme.promos';

describe('opening', () => {
  it('resolves, verifies, keeps, loads and reports', async () => {
    const { host, registry, loader, files } = createTestHost();
    await registry.release(APP, '1.0.0');
    const view = await show(host, APP, { orderId: '7' });
    expect(view.state.get()).toMatchObject({ phase: 'ready', resolution: { version: '1.0.0' } });
    expect(loader.loads).toEqual([`${APP} 1.0.0`]);
    expect(await files.list()).toHaveLength(1);
    expect(registry.reports).toMatchObject([{ appId: APP, kind: 'loaded', version: '1.0.0' }]);
    expect(loader.services.get(APP)!.lifecycle.get()).toEqual({
      phase: 'shown',
      params: { orderId: '7' },
    });
  });

  it('says which version is on its way, and asks the registry once for it', async () => {
    const { host, registry } = createTestHost();
    await registry.release(APP, '1.0.0');
    const view = host.open(APP);
    const coming: unknown[] = [];
    view.state.subscribe(() => {
      const state = view.state.get();
      if (state.phase === 'loading') coming.push(state.resolution?.version);
    });
    await phaseOf(view, 'ready');
    expect(coming).toContain('1.0.0');
    expect(registry.asked).toHaveLength(1);
  });

  it('tells the registry what the host shares', async () => {
    const { loader, options } = createTestHost();
    const { registry } = createTestHost();
    const host = createHost({
      ...options,
      registry,
      loaders: { realm: loader, shared: { react: '19.2.3', '@host/kit': '0.1.0' } },
    });
    await registry.release(APP, '1.0.0');
    await show(host, APP);
    expect(registry.asked[0]?.shared).toBe('react@19.2.3,@host/kit@0.1.0');
  });

  it('asks in the language that the host speaks, or the device, where that is one', async () => {
    const locale = createObservable(localeInfo('de-AT'));
    const { options, registry } = createTestHost();
    await registry.release(APP, '1.0.0');
    const ask = async (host: Host) => {
      await host.catalog();
      await show(host, APP);
      return registry.asked.splice(0).map(({ language }) => language);
    };
    const host = createHost({ ...options, locale });
    expect(await ask(host)).toEqual(['de-AT', 'de-AT']);
    locale.set(localeInfo('ar'));
    expect(await ask(host)).toEqual(['ar', 'ar']);
    expect(await ask(createHost(options))).toEqual(['en-GB', 'en-GB']);
    locale.set(localeInfo('zh_CN_#Hans'));
    expect(await ask(createHost({ ...options, locale }))).toEqual([undefined, undefined]);
  });

  it('calls a mini-app as the registry does now: when it is shown again, and in what was opened lately', async () => {
    const locale = createObservable(localeInfo('en'));
    const { options, registry } = createTestHost();
    const host = createHost({ ...options, locale });
    await registry.release(APP, '1.0.0', { name: 'Orders' });
    await host.prefetch([APP]);
    locale.set(localeInfo('de'));
    await registry.release(APP, '1.0.0', { name: 'Bestellungen' });
    // What was fetched ahead was named in the language of then.
    const first = await show(host, APP);
    expect(first.state.get()).toMatchObject({ resolution: { name: 'Bestellungen' } });
    first.close();
    await registry.release(APP, '1.0.0', { name: 'Pedidos' });
    const again = await show(host, APP);
    expect(again.state.get()).toMatchObject({ phase: 'ready', resolution: { name: 'Pedidos' } });
    again.close();
    await registry.release(APP, '1.0.0', { name: 'الطلبات' });
    await registry.release(OTHER, '1.0.0');
    await host.catalog();
    await settled();
    expect((await host.recent()).map(({ name }) => name)).toEqual(['الطلبات']);
  });

  it.each([
    ['mini-program-not-found', 'not-found', false],
    ['mini-program-suspended', 'suspended', false],
    ['shared-unsatisfied', 'not-compatible', true],
    ['network', 'offline', true],
    ['internal-error', 'unavailable', true],
  ])('%s becomes a failure that can be shown: %s', async (code, expected, retryable) => {
    const { host, registry } = createTestHost();
    registry.trouble.resolve = () => Promise.reject(refusal(code));
    const { failure } = await phaseOf(host.open(APP), 'failed');
    expect(failure).toMatchObject({ code: expected, retryable });
    expect(failure.message).not.toContain(code);
  });

  it('says which version of the host is needed when it is too old', async () => {
    const { host, registry } = createTestHost();
    registry.trouble.resolve = () =>
      Promise.reject(refusal('host-too-old', { requiredHostVersion: '2.1.0' }));
    const { failure } = await phaseOf(host.open(APP), 'failed');
    expect(failure).toMatchObject({ code: 'host-too-old', requiredHostVersion: '2.1.0' });
  });

  it('refuses an answer about another mini-app', async () => {
    const { host, registry } = createTestHost();
    await registry.release(APP, '1.0.0', { appId: OTHER });
    const { failure } = await phaseOf(host.open(APP), 'failed');
    expect(failure.code).toBe('integrity');
  });

  it('evaluates a version once, however often it is opened, and shows it at once the second time', async () => {
    const { host, registry, loader } = createTestHost();
    await registry.release(APP, '1.0.0');
    (await show(host, APP)).close();
    const again = host.open(APP, { second: true });
    expect(again.state.get().phase).toBe('ready');
    expect(loader.loads).toHaveLength(1);
    expect(loader.services.get(APP)!.lifecycle.get().params).toEqual({ second: true });
  });

  it('tells the mini-app when it is hidden, shown and unloaded', async () => {
    const { host, registry, loader } = createTestHost();
    await registry.release(APP, '1.0.0');
    const view = await show(host, APP);
    const { lifecycle } = loader.services.get(APP)!;
    const phases: string[] = [];
    lifecycle.subscribe(() => phases.push(lifecycle.get().phase));
    view.setVisible(false);
    view.setVisible(true);
    view.close();
    expect(phases).toEqual(['hidden', 'shown', 'unloaded']);
  });
});

describe('time', () => {
  it('everything has a time-out: a registry that hangs', async () => {
    const { host, registry } = createTestHost({ limits: { requestMs: 20 } });
    registry.trouble.resolve = () => new Promise(() => {});
    const { failure } = await phaseOf(host.open(APP), 'failed');
    expect(failure).toMatchObject({ code: 'timeout', retryable: true });
  });

  it('A manifest that cannot be fetched is an error that can be caught, and one that hangs is, too', async () => {
    const { host, registry } = createTestHost({ limits: { requestMs: 20 } });
    await registry.release(APP, '1.0.0');
    registry.trouble.listFiles = () => Promise.reject(refusal('network'));
    const view = host.open(APP);
    expect((await phaseOf(view, 'failed')).failure.code).toBe('offline');
    registry.trouble.listFiles = () => new Promise(() => {});
    view.retry();
    await phaseOf(view, 'loading');
    expect((await phaseOf(view, 'failed')).failure.code).toBe('timeout');
    registry.trouble = {};
    view.retry();
    await phaseOf(view, 'ready');
  });

  it('code that never finishes loading', async () => {
    const { host, registry, loader } = createTestHost({ limits: { startMs: 20 } });
    await registry.release(APP, '1.0.0');
    loader.behaviours.set(`${APP} 1.0.0`, 'never-loads');
    expect((await phaseOf(host.open(APP), 'failed')).failure.code).toBe('timeout');
  });
});

describe('what was downloaded', () => {
  it('A failed download is never cached; Retry works without a restart of the host', async () => {
    const { host, registry, files, loader } = createTestHost();
    const { web } = await registry.release(APP, '1.0.0');
    const address = `${web!.baseUrl}app.js`;
    const right = registry.contents.get(address)!;
    registry.contents.set(address, new TextEncoder().encode('<html>a portal</html>'));
    const view = host.open(APP);
    expect((await phaseOf(view, 'failed')).failure.code).toBe('integrity');
    expect(await files.list()).toEqual([]);
    expect(loader.loads).toEqual([]);
    registry.contents.delete(address);
    view.retry();
    expect((await phaseOf(view, 'loading')).phase).toBe('loading');
    expect((await phaseOf(view, 'failed')).failure.code).toBe('offline');
    registry.contents.set(address, right);
    view.retry();
    await phaseOf(view, 'ready');
  });

  it('an update fetches only the files that changed', async () => {
    const { host, registry } = createTestHost();
    await registry.release(APP, '1.0.0', { files: { 'a.js': 'a', 'b.js': 'b' } });
    (await show(host, APP)).close();
    registry.downloads.length = 0;
    await registry.release(APP, '1.1.0', { files: { 'a.js': 'a', 'b.js': 'changed' } });
    await host.prefetch([APP]);
    expect(registry.downloads).toEqual([`https://cdn.example/${APP}/1.1.0/b.js`]);
  });

  it('The same chunk name in two mini-apps never collides in the cache', async () => {
    const { host, registry, loader } = createTestHost();
    await registry.release(APP, '1.0.0', { files: { 'details.js': 'of orders' } });
    await registry.release(OTHER, '1.0.0', { files: { 'details.js': 'of promos' } });
    await show(host, APP);
    expect(text(await loader.lastRequest!.readFile('details.js'))).toBe('of orders');
    await show(host, OTHER);
    expect(text(await loader.lastRequest!.readFile('details.js'))).toBe('of promos');
  });

  it('is used when there is no connection', async () => {
    const { host, registry, options } = createTestHost();
    await registry.release(APP, '1.0.0');
    await show(host, APP);
    host.dispose();
    const next = createHost(options);
    registry.trouble.resolve = () => Promise.reject(refusal('network'));
    registry.contents.clear();
    expect(await phaseOf(next.open(APP), 'ready')).toMatchObject({ resolution: { appId: APP } });
  });

  it('is not used when the mini-app was suspended', async () => {
    const { host, registry, options } = createTestHost();
    await registry.release(APP, '1.0.0');
    await show(host, APP);
    host.dispose();
    const next = createHost(options);
    registry.trouble.resolve = () => Promise.reject(refusal('mini-program-suspended'));
    expect((await phaseOf(next.open(APP), 'failed')).failure.code).toBe('suspended');
  });

  it('a file outside of the archive is refused', async () => {
    const { host, registry } = createTestHost();
    await registry.release(APP, '1.0.0', { files: { '../../other/app.js': 'x' } });
    expect((await phaseOf(host.open(APP), 'failed')).failure.code).toBe('integrity');
  });

  it('Mini-apps that are not in use are evicted; uninstalling one deletes its files and its data', async () => {
    const { host, registry, files, loader, store } = createTestHost();
    await registry.release(APP, '1.0.0', { files: { 'a.js': 'a', 'shared.js': 's' } });
    await registry.release(OTHER, '1.0.0', { files: { 'b.js': 'b', 'shared.js': 's' } });
    (await show(host, APP)).close();
    const other = await show(host, OTHER);
    await host.evict();
    await settled();
    expect(loader.unloaded).toEqual([`${APP} 1.0.0`]);
    expect(await files.list()).toHaveLength(2);
    await loader.services.get(OTHER)!.storage.set('a', 1);
    await host.permissions.grant(OTHER, 'push');
    await host.uninstall(OTHER);
    expect(other.state.get().phase).toBe('closed');
    expect(await files.list()).toEqual([]);
    expect((await store.keys('')).filter((key) => key.includes(OTHER))).toEqual([]);
    expect((await host.storageInfo(OTHER)).usedBytes).toBe(0);
  });

  it('A host upgrade drops cached bundles that no longer fit', async () => {
    const { host, registry, options, files } = createTestHost();
    await registry.release(APP, '1.0.0');
    await registry.release(OTHER, '1.0.0');
    (await show(host, APP)).close();
    (await show(host, OTHER)).close();
    host.dispose();
    await registry.release(APP, '2.0.0');
    const upgraded = createHost({ ...options, hostVersion: '2.0.0' });
    await settled();
    expect(await files.list()).toEqual(registry.indexOf(OTHER, '1.0.0').files.map((f) => f.sha256));
    registry.trouble.resolve = () => Promise.reject(refusal('network'));
    expect((await phaseOf(upgraded.open(APP), 'failed')).failure.code).toBe('offline');
    await phaseOf(upgraded.open(OTHER), 'ready');
  });
});

describe('a new version', () => {
  it('A new version takes effect when the mini-app is opened again, without a restart of the host', async () => {
    const { host, registry, loader } = createTestHost();
    await registry.release(APP, '1.0.0');
    (await show(host, APP)).close();
    await registry.release(APP, '1.1.0');
    const view = host.open(APP);
    await settled();
    expect(view.state.get()).toMatchObject({ phase: 'ready', resolution: { version: '1.1.0' } });
    view.rendered();
    await settled();
    expect(loader.unloaded).toEqual([`${APP} 1.0.0`]);
  });

  it.each([
    [true, '1.1.0'],
    [false, '1.0.0'],
  ])(
    'that is answered late replaces what is on the screen for its developer alone (%s)',
    async (isDevelopment, expected) => {
      let passed = 0;
      const now = () => Date.now() + passed;
      const { host, registry } = createTestHost({ isDevelopment, now });
      await registry.release(APP, '1.0.0');
      (await show(host, APP)).close();
      await registry.release(APP, '1.1.0');
      const resolve = registry.resolve.bind(registry);
      let answer = () => {};
      registry.resolve = async (...request) => {
        await new Promise<void>((done) => (answer = done));
        return resolve(...request);
      };
      const view = host.open(APP);
      passed = 2000;
      answer();
      registry.resolve = resolve;
      await settled();
      expect(view.state.get()).toMatchObject({
        phase: 'ready',
        resolution: { version: expected },
      });
    },
  );

  it('a mini-app that is suspended while it is in memory is stopped when it is opened again', async () => {
    const { host, registry } = createTestHost();
    await registry.release(APP, '1.0.0');
    (await show(host, APP)).close();
    registry.trouble.resolve = () => Promise.reject(refusal('mini-program-suspended'));
    expect((await phaseOf(host.open(APP), 'failed')).failure.code).toBe('suspended');
  });
});

describe('a version that fails on start', () => {
  async function withLastGood(limits: Partial<HostLimits> = {}, isDevelopment = false) {
    const bed = createTestHost({ limits, isDevelopment });
    await bed.registry.release(APP, '1.0.0');
    (await show(bed.host, APP)).close();
    await bed.host.evict(Infinity);
    await bed.registry.release(APP, '2.0.0');
    bed.registry.reports.length = 0;
    return bed;
  }

  it('A mini-app that hangs before its first render, or crashes on start, is rolled back to the last good version; the rollback never loops, and the block can be lifted by the server', async () => {
    const { host, registry, loader } = await withLastGood();
    loader.behaviours.set(`${APP} 2.0.0`, 'throws');
    const view = host.open(APP);
    const rolledBack = await phaseOf(view, 'ready');
    expect(rolledBack).toMatchObject({ isRolledBack: true, resolution: { version: '1.0.0' } });
    view.rendered();
    await settled();
    expect(registry.reports.map(({ kind, version }) => `${kind} ${version}`)).toEqual([
      'crashed-on-start 2.0.0',
      'loaded 1.0.0',
    ]);
    view.close();
    loader.loads.length = 0;
    const again = host.open(APP);
    await settled();
    expect(again.state.get()).toMatchObject({ resolution: { version: '1.0.0' } });
    expect(loader.loads).toEqual([]);
    again.close();
    // The server pauses the release and names the old version; later it releases it again.
    await registry.release(APP, '1.0.0');
    (await show(host, APP)).close();
    await host.evict(Infinity);
    await show(host, APP).then((one) => one.close());
    await host.evict(Infinity);
    await registry.release(APP, '2.0.0');
    loader.behaviours.clear();
    const lifted = host.open(APP);
    expect(await phaseOf(lifted, 'ready')).toMatchObject({ resolution: { version: '2.0.0' } });
  });

  it('is shown as failed, and tried again by hand, in a host for who works on it', async () => {
    const { host } = await withLastGood({}, true);
    const view = host.open(APP);
    await phaseOf(view, 'ready');
    view.crashed(new Error('no'));
    const { failure } = await phaseOf(view, 'failed');
    expect(failure).toMatchObject({ code: 'crashed-on-start' });
    view.retry();
    expect(await phaseOf(view, 'ready')).toMatchObject({ resolution: { version: '2.0.0' } });
  });

  it('is rolled back when nothing is on the screen in time', async () => {
    const { host, registry } = await withLastGood({ startMs: 40 });
    const view = host.open(APP);
    await phaseOf(view, 'ready');
    await phaseOf(view, 'loading');
    expect(await phaseOf(view, 'ready')).toMatchObject({ resolution: { version: '1.0.0' } });
    expect(registry.reports[0]).toMatchObject({ kind: 'hung', version: '2.0.0' });
  });

  it('is rolled back when it throws while it is drawn', async () => {
    const { host, registry } = await withLastGood();
    const view = host.open(APP);
    await phaseOf(view, 'ready');
    view.crashed(new Error('no'));
    expect(await phaseOf(view, 'ready')).toMatchObject({ resolution: { version: '1.0.0' } });
    expect(registry.reports[0]).toMatchObject({ kind: 'crashed-on-start', message: 'no' });
  });

  it('is not left alone when what it runs in did not come, which is not its fault', async () => {
    const { host, registry } = await withLastGood();
    const view = host.open(APP);
    await phaseOf(view, 'ready');
    view.crashed(new RuntimeError('load-failed', 'The page of frames is not there.'));
    expect(await phaseOf(view, 'failed')).toMatchObject({ failure: { code: 'load-failed' } });
    expect(registry.reports).toMatchObject([{ kind: 'load-failed', version: '2.0.0' }]);
    view.retry();
    expect(await phaseOf(view, 'ready')).toMatchObject({ resolution: { version: '2.0.0' } });
  });

  it('and whose last good version fails as well, is given up, and can be tried again by hand', async () => {
    const { host, loader } = await withLastGood();
    loader.behaviours.set(`${APP} 2.0.0`, 'throws');
    loader.behaviours.set(`${APP} 1.0.0`, 'throws');
    loader.loads.length = 0;
    const view = host.open(APP);
    const { failure } = await phaseOf(view, 'failed');
    expect(failure).toMatchObject({ code: 'crashed-on-start', retryable: true });
    expect(loader.loads).toEqual([`${APP} 2.0.0`, `${APP} 1.0.0`]);
    loader.behaviours.clear();
    view.retry();
    await phaseOf(view, 'ready');
  });

  it('and brings the whole host down twice, is left alone the third time', async () => {
    const bed = await withLastGood();
    const { registry, options, loader } = bed;
    loader.behaviours.set(`${APP} 2.0.0`, 'never-loads');
    let host = bed.host;
    const limits = { startMs: 60_000 };
    for (let start = 0; start < 2; start++) {
      host = createHost({ ...options, limits });
      host.open(APP);
      await settled();
      // The process ends here: nothing is closed.
    }
    host = createHost({ ...options, limits });
    const view = host.open(APP);
    expect(await phaseOf(view, 'ready')).toMatchObject({
      isRolledBack: true,
      resolution: { version: '1.0.0' },
    });
    expect(registry.reports).toMatchObject([{ kind: 'hung', version: '2.0.0' }]);
  });

  it('is not blamed for what could not be fetched', async () => {
    const { host, loader, registry } = await withLastGood();
    loader.behaviours.set(`${APP} 2.0.0`, 'cannot-be-fetched');
    const view = host.open(APP);
    expect((await phaseOf(view, 'failed')).failure.code).toBe('load-failed');
    expect(registry.reports).toMatchObject([{ kind: 'load-failed' }]);
    loader.behaviours.clear();
    view.retry();
    expect(await phaseOf(view, 'ready')).toMatchObject({ resolution: { version: '2.0.0' } });
  });

  it('later than on start is shown as a failure, reported, and can be opened again', async () => {
    const { host, registry, loader } = createTestHost();
    await registry.release(APP, '1.0.0');
    const view = await show(host, APP);
    const { lifecycle } = loader.services.get(APP)!;
    const phases: string[] = [];
    lifecycle.subscribe(() => phases.push(lifecycle.get().phase));
    view.crashed(new Error('later'));
    expect(view.state.get()).toMatchObject({ phase: 'failed', failure: { code: 'crashed' } });
    expect(phases).toEqual(['error', 'unloaded']);
    view.retry();
    await phaseOf(view, 'ready');
    expect(registry.reports.map(({ kind }) => kind)).toContain('crashed');
  });
});

describe('signatures', () => {
  async function keyPair() {
    const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
    return { publicKey: btoa(String.fromCharCode(...raw)), privateKey: pair.privateKey };
  }

  async function signed(publicKey: string, privateKey: CryptoKey, textToSign: string) {
    const bytes = new TextEncoder().encode(textToSign);
    const value = new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, bytes));
    return { keyId: 'k', publicKey, value: btoa(String.fromCharCode(...value)) };
  }

  async function releaseSigned(bed: ReturnType<typeof createTestHost>, version: string) {
    const { signedIndexText } = await import('@host/contracts');
    const { publicKey, privateKey } = await keyPair();
    await bed.registry.release(APP, version);
    const index = bed.registry.indexOf(APP, version);
    const signature = await signed(publicKey, privateKey, signedIndexText(index));
    await bed.registry.release(APP, version, { signature });
    return { publicKey, signature };
  }

  it('that hold let a mini-app run', async () => {
    const bed = createTestHost();
    await releaseSigned(bed, '1.0.0');
    const view = await show(bed.host, APP);
    expect(view.state.get().phase).toBe('ready');
  });

  it('of other files, of another version or by a key that the host does not trust keep it from running', async () => {
    const bed = createTestHost();
    const { signature } = await releaseSigned(bed, '1.0.0');
    await bed.registry.release(APP, '1.0.1', { signature });
    expect((await phaseOf(bed.host.open(APP), 'failed')).failure.code).toBe('signature');
    const strict = createHost({ ...bed.options, publisherKeys: { [APP]: ['another key'] } });
    await bed.registry.release(APP, '1.0.0', { signature });
    expect((await phaseOf(strict.open(APP), 'failed')).failure.code).toBe('signature');
    expect(bed.loader.loads).toEqual([]);
  });

  it('once there, have to stay: the mini-app is not run unsigned any more', async () => {
    const bed = createTestHost();
    await releaseSigned(bed, '1.0.0');
    (await show(bed.host, APP)).close();
    await bed.host.evict();
    await bed.registry.release(APP, '1.1.0');
    expect((await phaseOf(bed.host.open(APP), 'failed')).failure.code).toBe('signature');
  });
});

describe('isolation', () => {
  it('is what the registry says, unless the host has a policy', async () => {
    const { host, registry, options } = createTestHost();
    await registry.release(APP, '1.0.0', { isolation: 'frame' });
    expect(await phaseOf(host.open(APP), 'ready')).toMatchObject({ isolation: 'frame' });
    const lenient = createHost({ ...options, isolation: () => 'realm' });
    expect(await phaseOf(lenient.open(APP), 'ready')).toMatchObject({ isolation: 'realm' });
  });

  it('in a frame is never given up because there are no frames', async () => {
    const { registry, options, loader } = createTestHost();
    const host = createHost({ ...options, loaders: { realm: loader } });
    await registry.release(APP, '1.0.0', { isolation: 'frame' });
    expect((await phaseOf(host.open(APP), 'failed')).failure.code).toBe('isolation');
  });
});

describe('links', () => {
  it.each([
    'host://miniapp/com.acme.orders?id=7&from=mail',
    'miniapp/com.acme.orders?id=7&from=mail',
    'miniapp/com.acme.orders?id=7&from=mail&id=8',
    'miniapp/com.acme.orders?appId=com.evil.app&id=7&from=mail',
    'miniapp/com.acme.orders?id=7&from=mail#top',
    'host://miniapp/com%2Eacme.orders/?id=7&from=mail',
  ])('%s leads to a mini-app with its params', async (link) => {
    const targets: unknown[] = [];
    const { host } = createTestHost({ onOpenLink: (target) => targets.push(target) });
    const target = { appId: APP, params: { id: '7', from: 'mail' } };
    expect(host.openLink(link)).toEqual(target);
    expect(targets).toEqual([target]);
  });

  it.each([
    'host://order/7',
    'https://evil.example/miniapp/com.acme.orders',
    'javascript:alert(1)',
    'javascript://miniapp/com.acme.orders',
    'miniapp/com.acme.orders/more',
    'miniapp/Com.Acme',
    'miniapp/com.acme.orders?id=%zz',
    '',
  ])('%s leads to no mini-app', (link) => {
    const { host } = createTestHost();
    expect(host.openLink(link)).toBeUndefined();
  });

  it('of a mini-app say who asks', async () => {
    const targets: unknown[] = [];
    const bed = createTestHost({ onOpenLink: (target) => targets.push(target) });
    await bed.registry.release(APP, '1.0.0');
    await show(bed.host, APP);
    const { links } = bed.loader.services.get(APP)!;
    await links.open(`miniapp/${OTHER}?a=1`);
    expect(targets).toEqual([{ appId: OTHER, params: { a: '1' }, from: APP }]);
    await expect(links.open('host://settings')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('of a mini-app fail in a host that opens none', async () => {
    const bed = createTestHost();
    await bed.registry.release(APP, '1.0.0');
    await show(bed.host, APP);
    const { links } = bed.loader.services.get(APP)!;
    await expect(links.open(`host://miniapp/${OTHER}`)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

it('tells when there is another one among those that were opened lately', async () => {
  const { host, registry } = createTestHost();
  await registry.release(APP, '1.0.0');
  const seen: string[][] = [];
  host.changes.recent.subscribe(() => {
    void host.recent().then((apps) => seen.push(apps.map(({ name }) => name)));
  });
  // On the way, not only once it is on the screen.
  const view = host.open(APP);
  await phaseOf(view, 'ready');
  await settled();
  expect(seen).toEqual([[`Name of ${APP}`]]);
  view.close();
  await host.uninstall(APP);
  await settled();
  expect(seen.at(-1)).toEqual([]);
});

it('tells when an answer to a question for consent changes, and keeps it longer than the files', async () => {
  const { host, registry } = createTestHost();
  await registry.release(APP, '1.0.0');
  (await show(host, APP)).close();
  const answers = async () =>
    (await host.permissions.list(APP)).map(({ permission, consent }) => `${permission} ${consent}`);
  expect(await answers()).toEqual(['user not-asked', 'push not-asked']);
  const told = new Promise<string[]>((resolve) => {
    host.changes.permissions.subscribe(() => void answers().then(resolve));
  });
  await host.permissions.grant(APP, 'push');
  expect(await told).toEqual(['user not-asked', 'push granted']);
  await host.evict();
  expect(await answers()).toEqual(['push granted']);
});

it('lists what was opened lately, the latest first', async () => {
  let time = 1000;
  const { host, registry } = createTestHost({ now: () => time++ });
  await registry.release(APP, '1.0.0');
  await registry.release(OTHER, '1.0.0');
  (await show(host, APP)).close();
  (await show(host, OTHER)).close();
  expect((await host.recent()).map(({ appId }) => appId)).toEqual([OTHER, APP]);
});

it('prefetching makes opening a matter of the cache', async () => {
  const { host, registry } = createTestHost();
  await registry.release(APP, '1.0.0');
  await host.prefetch([APP, 'com.acme.unknown']);
  registry.contents.clear();
  const asked = registry.asked.length;
  await phaseOf(host.open(APP), 'ready');
  expect(registry.asked).toHaveLength(asked);
});

it('digests are those of the bytes', async () => {
  expect(await webCrypto().sha256(new Uint8Array())).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
});

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
