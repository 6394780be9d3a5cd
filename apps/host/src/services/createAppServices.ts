import { AnalyticsReceipt, ReportReceipt, type Platform } from '@host/contracts';
import {
  type ConsentRequest,
  type FileStore,
  type HostOptions,
  type KeyValueStore,
  type Loaders,
  type ApiPort,
  type Registry,
  type SessionPort,
  createHost,
} from '@host/host-runtime';
import type { Observable } from '@host/miniapp-sdk/host';

import type { OpenDevelopment } from '../development/Development.types.ts';
import { createPushService } from '../push/createPushService.ts';
import type { StartPush } from '../push/PushService.types.ts';
import { tellPush } from '../push/tellPush.ts';
import { createSession } from '../session/createSession.ts';
import { createSessionPort } from '../session/createSessionPort.ts';
import type { SessionVault } from '../session/Session.types.ts';
import { createAppearance } from '../theme/createAppearance.ts';
import type { AppServices } from './AppServices.types.ts';
import { createSend, readAnswer } from './askServer.ts';
import { createAnalytics } from './createAnalytics.ts';
import { createDevice } from './createDevice.ts';
import { createPrompts } from './createPrompts.ts';
import { readInstallId } from './readInstallId.ts';

/** What differs from platform to platform. */
export interface PlatformParts extends Pick<HostOptions, 'crypto' | 'isolation'> {
  platform: Platform;
  serverUrl: string;
  store: KeyValueStore;
  files: FileStore;
  loaders: Loaders;
  registry: Registry;
  createApi(session: SessionPort): ApiPort;
  vault: SessionVault;
  /** How the refresh token travels. */
  transport: 'body' | 'cookie';
  isOnline: Observable<boolean>;
  startPush: StartPush;
  /** Where mini-apps in development keep what they store; absent where nobody develops. */
  developmentStore?: KeyValueStore | undefined;
  /** Is called when the host may be closed soon. */
  onLeave(leave: () => void): void;
}

/** Puts the host together. */
export async function createAppServices(parts: PlatformParts): Promise<AppServices> {
  const { platform, store, registry, isOnline } = parts;
  const installId = await readInstallId(store);
  const send = createSend(parts.serverUrl);
  const appearance = createAppearance(store);
  const session = createSession({ send, vault: parts.vault, transport: parts.transport });
  const consents = createPrompts<ConsentRequest, boolean>();
  const logins = createPrompts<undefined, boolean>();
  const sessionPort = createSessionPort(session, () => logins.ask(undefined));
  const push = createPushService({ session, store, startPush: parts.startPush });
  const analytics = createAnalytics({
    installId,
    async send(events) {
      const request = { method: 'POST', path: '/v1/analytics/events', body: { events } } as const;
      await readAnswer(await send(request), AnalyticsReceipt);
    },
  });
  parts.onLeave(() => void analytics.flush());

  const options = {
    hostVersion: HOST_VERSION,
    platform,
    installId,
    registry,
    loaders: parts.loaders,
    api: parts.createApi(sessionPort),
    session: sessionPort,
    device: createDevice(appearance.scheme, isOnline),
    store,
    files: parts.files,
    consent: { ask: (request) => consents.ask(request) },
    analytics,
    push: push.forMiniApps,
    ...(parts.crypto && { crypto: parts.crypto }),
    ...(parts.isolation && { isolation: parts.isolation }),
  } satisfies HostOptions;
  const host = tellPush(createHost(options), push);

  const asker = { platform, hostVersion: HOST_VERSION, installId };
  const describe: AppServices['describe'] = (appId) =>
    registry.resolve(appId, asker, { signal: new AbortController().signal });

  await appearance.start();
  void session.start();
  return {
    host,
    session,
    appearance,
    isOnline,
    consents,
    logins,
    push,
    describe,
    openDevelopment: developmentIn(parts.developmentStore, options),
    async complain({ appId, reason }) {
      const { version } = await describe(appId);
      const body = { ...asker, version, kind: 'complaint', message: reason };
      const path = `/v1/mini-programs/${encodeURIComponent(appId)}/reports`;
      await readAnswer(await send({ method: 'POST', path, body }), ReportReceipt);
    },
  };
}

/** How to open a mini-app in development with what the host gives to all; few need it, so that it comes later. */
function developmentIn(
  store: KeyValueStore | undefined,
  options: HostOptions,
): OpenDevelopment | undefined {
  if (!store) return undefined;
  return async (address) => {
    const { openDevelopment } = await import('../development/openDevelopment.ts');
    return openDevelopment(address, { ...options, store });
  };
}
