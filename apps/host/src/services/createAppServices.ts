import { path } from '@host/api-client/exchange';
import { AnalyticsReceipt, ReportReceipt, type Platform, createObservable } from '@host/contracts';
import {
  type ConsentRequest,
  type FileStore,
  type HostOptions,
  type KeyValueStore,
  type Loaders,
  type ApiPort,
  type Registry,
  createDeviceInfo,
  createHost,
  readInstallId,
} from '@host/host-runtime';
import { isLocale } from '@host/contracts/messages';
import type { OpenDevelopment } from '@host/host-runtime/development-views';
import { type LocaleInfo, type Observable, localeInfo } from '@host/miniapp-sdk/host';

import { navigationRef } from '../navigation/navigationRef.ts';
import type { HostLanguage } from '../language/createHostLanguage.ts';
import { createLinkOpener } from '../links/createLinkOpener.ts';
import { createPushService } from '../push/createPushService.ts';
import type { StartPush } from '../push/PushService.types.ts';
import { tellPush } from '../push/tellPush.ts';
import { createAccountLinks } from '../session/createAccountLinks.ts';
import { createAccountSecurity } from '../session/createAccountSecurity.ts';
import { createConsentRecords } from '../session/createConsentRecords.ts';
import { createSession } from '../session/createSession.ts';
import { createSessionPort } from '../session/createSessionPort.ts';
import { tellLanguage } from '../session/tellLanguage.ts';
import type { SessionVault } from '../session/Session.types.ts';
import type { Appearance } from '../theme/createAppearance.ts';
import type { AppServices } from './AppServices.types.ts';
import { createSend, readAnswer } from '../common/askServer.ts';
import { createAnalytics } from '../analytics/createAnalytics.ts';
import { createPrompts } from '../common/createPrompts.ts';

/** What differs from platform to platform. */
export interface PlatformParts extends Pick<HostOptions, 'crypto' | 'isolation'> {
  platform: Platform;
  serverUrl: string;
  store: KeyValueStore;
  appearance: Appearance;
  language: HostLanguage;
  files: FileStore;
  loaders: Loaders;
  registry: Registry;
  api: ApiPort;
  /** Whether there was a user gesture just now; absent where that cannot be detected. */
  followsTap?: () => boolean;
  vault: SessionVault;
  /** How the refresh token is transported. */
  transport: 'body' | 'cookie';
  isOnline: Observable<boolean>;
  saveText: AppServices['saveText'];
  /** The token of the last e-mail link that was followed; absent where such links open a browser. */
  linkToken?: Observable<string | undefined>;
  startPush: StartPush;
  /** Loads the code for mini-apps in development on demand; absent in production, whose build does not contain it. */
  loadDevelopment: (() => Promise<{ openDevelopment: OpenWith }>) | undefined;
  /** Registers a callback for when the host may be closed soon. */
  onLeave(leave: () => void): void;
}

type OpenWith = (address: string, options: HostOptions) => ReturnType<OpenDevelopment>;

/** Creates the host and its services (composition root). */
export async function createAppServices(parts: PlatformParts): Promise<AppServices> {
  const { platform, store, appearance, language, registry, isOnline } = parts;
  const [installId] = await Promise.all([
    readInstallId(store),
    appearance.start(),
    language.start(),
  ]);
  const send = createSend(parts.serverUrl);
  const session = createSession({ send, vault: parts.vault, transport: parts.transport });
  const consents = createPrompts<ConsentRequest, boolean>();
  const logins = createPrompts<undefined, boolean>();
  const sessionPort = createSessionPort(session, () => logins.ask(undefined));
  const asker = { platform, hostVersion: HOST_VERSION, installId };
  const describe: AppServices['describe'] = (appId) => {
    const { locale } = language.current.get();
    const request = { ...asker, ...(isLocale(locale) && { language: locale }) };
    return registry.resolve(appId, request, { signal: new AbortController().signal });
  };
  const push = createPushService({
    session,
    store,
    startPush: parts.startPush,
    describe,
    language: language.current,
  });
  const analytics = createAnalytics({
    installId,
    async send(events) {
      const request = { method: 'POST', path: '/v1/analytics/events', body: { events } } as const;
      readAnswer(await send(request), AnalyticsReceipt);
    },
  });
  parts.onLeave(() => void analytics.flush());

  const options = {
    hostVersion: HOST_VERSION,
    platform,
    installId,
    registry,
    loaders: parts.loaders,
    api: parts.api,
    session: sessionPort,
    device: createDeviceInfo({
      hostVersion: HOST_VERSION,
      scheme: appearance.scheme,
      isOnline,
      locale: language.current,
    }),
    locale: localeIn(language),
    store,
    files: parts.files,
    consent: {
      ask: (request) => consents.ask(request),
      records: createConsentRecords(session),
      ...(parts.followsTap && { followsTap: parts.followsTap }),
    },
    analytics,
    push: push.forMiniApps,
    onOpenLink: createLinkOpener({
      navigate(params) {
        if (navigationRef.isReady()) navigationRef.navigate('MiniApp', params);
        return navigationRef.isReady();
      },
      followsTap: parts.followsTap ?? (() => true),
    }),
    ...(parts.crypto && { crypto: parts.crypto }),
    ...(parts.isolation && { isolation: parts.isolation }),
  } satisfies HostOptions;
  const host = tellPush(createHost(options), push);

  tellLanguage(session, language.current);
  void session.start();
  return {
    host,
    session,
    appearance,
    language,
    isOnline,
    saveText: parts.saveText,
    links: createAccountLinks(session, send, parts.linkToken),
    security: createAccountSecurity(session),
    consents,
    logins,
    push,
    describe,
    openDevelopment: developmentIn(parts.loadDevelopment, options),
    async complain({ appId, reason }) {
      const { version } = await describe(appId);
      const body = { ...asker, version, kind: 'complaint', message: reason };
      const at = path`/v1/mini-programs/${appId}/reports`;
      readAnswer(await send({ method: 'POST', path: at, body }), ReportReceipt);
    },
  };
}

/** The locale for mini-apps, without the host's messages. */
function localeIn({ current }: HostLanguage): Observable<LocaleInfo> {
  const locale = createObservable(localeInfo(current.get().locale));
  current.subscribe(() => locale.set(localeInfo(current.get().locale)));
  return locale;
}

/** Creates the function that opens mini-apps in development, with the same host options as for all others. */
function developmentIn(
  load: PlatformParts['loadDevelopment'],
  options: HostOptions,
): OpenDevelopment | undefined {
  if (!load) return undefined;
  return async (address) => {
    const { openDevelopment } = await load();
    return openDevelopment(address, options);
  };
}
