import type { Permission } from '@host/contracts';
import { PERMISSIONS_THAT_ASK } from '@host/contracts';

import { withDeadline } from './common/deadline.ts';
import { createSignOut } from './core/createSignOut.ts';
import { FileCache } from './core/FileCache.ts';
import { LoadedVersions } from './core/LoadedVersions.ts';
import { OpenView } from './core/OpenView.ts';
import { prefetch } from './core/prefetch.ts';
import { Runtime } from './core/Runtime.ts';
import type { Host } from './Host.types.ts';
import type { HostOptions } from './HostOptions.types.ts';

/**
 * Creates a host: it finds mini-apps in the registry, verifies and caches their files, runs each with its own SDK, and
 * survives whatever they do.
 *
 * @example
 * const host = createHost({ hostVersion: '1.0.0', platform: 'web', installId, registry, loaders, … });
 * const view = host.open('com.acme.orders', { orderId: '7' });
 */
export function createHost(options: HostOptions): Host {
  const runtime = new Runtime(options);
  const versions = new LoadedVersions();
  const cache = new FileCache(runtime, versions);
  const views = new Set<OpenView>();
  const { records, storage, consents, limits, disposed } = runtime;
  const signOut = createSignOut(runtime);

  const owner = (appId: string) => ({ appId, userId: options.session.current.get()?.userId });
  const closeViews = (appId: string) => {
    for (const view of views) if (view.appId === appId) view.close();
  };
  void cache.afterUpgrade();

  return {
    open(appId, params = {}) {
      const view: OpenView = new OpenView(runtime, versions, {
        appId,
        params: Object.freeze({ ...params }),
        onClose: () => {
          views.delete(view);
          void cache.shrink(limits.cacheBytes);
        },
      });
      views.add(view);
      const { userId } = owner(appId);
      if (userId !== undefined) void consents.exchange(userId);
      return view;
    },
    async prefetch(appIds) {
      await Promise.all(appIds.map((appId) => prefetch(runtime, appId)));
      await cache.shrink(limits.cacheBytes);
    },
    close: closeViews,
    async evict(keepBytes = 0) {
      for (const { resolution } of versions.all()) versions.unloadUnused(resolution.appId);
      await cache.shrink(keepBytes);
    },
    async uninstall(appId) {
      closeViews(appId);
      versions.unloadUnused(appId);
      await records.delete(appId);
      await cache.sweep();
      await storage.clearApp(appId);
      await consents.forgetApp(owner(appId));
      await options.store.delete(`scheduled/${appId}`);
      await options.push?.withdraw?.(appId);
    },
    async catalog(search = {}) {
      const request = { ...search, ...runtime.asker() };
      const ask = (signal: AbortSignal) => options.registry.catalog(request, { signal });
      const page = await withDeadline(limits.requestMs, 'The catalog', disposed.signal, ask);
      void records.rename(page.items).catch(() => {});
      return page;
    },
    async recent() {
      const opened = (await records.list()).filter(({ openedAt }) => openedAt > 0);
      return opened
        .toSorted((a, b) => b.openedAt - a.openedAt)
        .map(({ appId, name, icon, openedAt }) => ({
          appId,
          name,
          openedAt,
          ...(icon !== undefined && { icon }),
        }));
    },
    changes: { recent: records.openings, permissions: consents.changes },
    permissions: {
      async list(appId) {
        const record = await records.find(appId);
        const declared = (record?.lastGood ?? record?.fetched)?.resolution.permissions;
        const states = await Promise.all(
          PERMISSIONS_THAT_ASK.map(async (permission: Permission) => ({
            permission,
            consent: await consents.of(owner(appId), permission),
          })),
        );
        // Answers outlive the files of the mini-app.
        return states.filter(({ permission, consent }) =>
          declared ? declared.includes(permission) : consent !== 'not-asked',
        );
      },
      grant: (appId, permission) => consents.set(owner(appId), permission, 'granted'),
      async revoke(appId, permission) {
        await consents.set(owner(appId), permission, 'declined');
        if (permission === 'push') await options.push?.withdraw?.(appId);
      },
    },
    storageInfo: (appId) => storage.info(owner(appId)),
    clearStorage: (appId) => storage.clear(owner(appId)),
    signedOut: () => signOut.wipe(),
    openLink: (link) => runtime.openLink(link),
    dispose() {
      for (const view of views) view.close();
      for (const version of versions.all()) versions.unload(version);
      signOut.stop();
      disposed.abort();
    },
  };
}
