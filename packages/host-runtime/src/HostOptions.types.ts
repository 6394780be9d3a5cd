import type { DeviceInfo, Isolation, Platform, Resolution } from '@host/contracts';
import type { LocaleInfo, Observable } from '@host/miniapp-sdk/host';

import type { LinkTarget } from './Host.types.ts';
import type { ConsentPort } from './ports/ConsentPort.types.ts';
import type { Loaders } from './ports/MiniAppLoader.types.ts';
import type { Registry } from './ports/Registry.types.ts';
import type { AnalyticsSink, ApiPort, CryptoPort, HostPush } from './ports/services.types.ts';
import type { SessionPort } from './ports/SessionPort.types.ts';
import type { FileStore, KeyValueStore } from './ports/stores.types.ts';

/** Timeouts in milliseconds, and the size of the cache in bytes. */
export interface HostLimits {
  /** A request to the registry. */
  requestMs: number;
  /** All downloads of one mini-app together. */
  downloadMs: number;
  /** A single script in a browser. */
  scriptMs: number;
  /** From running its code to its first screen. */
  startMs: number;
  /** A call of a mini-app to its back end. */
  apiMs: number;
  /** How long a prefetched version is opened without asking the registry again. */
  freshMs: number;
  /** How long a version that failed on start is not tried again, unless the registry withdraws it and offers it again. */
  blockMs: number;
  /** All cached files together. */
  cacheBytes: number;
}

/** The parts and settings of a host. */
export interface HostOptions {
  /** The host app's own version, `<major>.<minor>.<patch>`. */
  hostVersion: string;
  platform: Platform;
  /** A random id, generated once per installation, which decides about rollouts. */
  installId: string;
  registry: Registry;
  loaders: Loaders;
  api: ApiPort;
  session: SessionPort;
  device: Observable<DeviceInfo>;
  /** The host's language, which mini-apps follow; by default that of the device. */
  locale?: Observable<LocaleInfo>;
  store: KeyValueStore;
  files: FileStore;
  consent: ConsentPort;
  analytics: AnalyticsSink;
  push?: HostPush;
  /** The host's isolation policy; by default the registry's answer, or a frame without one. */
  isolation?: (resolution: Resolution) => Isolation;
  /** Public keys by appId that the host itself trusts; these mini-apps run only when signed by one of them. */
  publisherKeys?: Readonly<Record<string, readonly string[]>>;
  /** Shows the mini-app that a link leads to; a `HostError` that it throws is passed to the mini-app that opened the link. */
  onOpenLink?: (target: LinkTarget) => void;
  limits?: Partial<HostLimits>;
  /**
   * Whether mini-apps are under development: a version that fails on start is shown with its error instead of the last good
   * one, and using an undeclared permission throws instead of having no effect.
   */
  isDevelopment?: boolean;
  /** Cryptography, if WebCrypto is missing. */
  crypto?: CryptoPort;
  /** The time, for tests. */
  now?: () => number;
}
