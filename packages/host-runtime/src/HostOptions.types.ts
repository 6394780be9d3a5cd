import type { DeviceInfo, Isolation, Platform, Resolution } from '@host/contracts';
import type { LocaleInfo, Observable } from '@host/miniapp-sdk/host';

import type { LinkTarget } from './Host.types.ts';
import type { ConsentPort } from './ports/ConsentPort.types.ts';
import type { Loaders } from './ports/MiniAppLoader.types.ts';
import type { Registry } from './ports/Registry.types.ts';
import type { AnalyticsSink, ApiPort, CryptoPort, HostPush } from './ports/services.types.ts';
import type { SessionPort } from './ports/SessionPort.types.ts';
import type { FileStore, KeyValueStore } from './ports/stores.types.ts';

/** How long things may take, and how much may be kept. Milliseconds and bytes. */
export interface HostLimits {
  /** A question to the registry. */
  requestMs: number;
  /** All downloads of one mini-app together. */
  downloadMs: number;
  /** A single script in a browser. */
  scriptMs: number;
  /** From running its code to its first screen. */
  startMs: number;
  /** A call of a mini-app to its back end. */
  apiMs: number;
  /** How long something that was fetched ahead is opened without asking the registry again. */
  freshMs: number;
  /** How long a version that failed on start is left alone, unless the registry withdraws and names it again. */
  blockMs: number;
  /** All cached files together. */
  cacheBytes: number;
}

/** Everything a host is assembled from. */
export interface HostOptions {
  /** The host app's own version, `<major>.<minor>.<patch>`. */
  hostVersion: string;
  platform: Platform;
  /** Random, made once per installation: rollouts are decided by it. */
  installId: string;
  registry: Registry;
  loaders: Loaders;
  api: ApiPort;
  session: SessionPort;
  device: Observable<DeviceInfo>;
  /** The language that the host speaks, for its mini-apps to speak it, too; that of the device where it is left out. */
  locale?: Observable<LocaleInfo>;
  store: KeyValueStore;
  files: FileStore;
  consent: ConsentPort;
  analytics: AnalyticsSink;
  push?: HostPush;
  /** The host's policy; by default what the registry says, and a frame where it says nothing. */
  isolation?: (resolution: Resolution) => Isolation;
  /** Public keys by appId that the host itself trusts; these mini-apps run only when signed by one of them. */
  publisherKeys?: Readonly<Record<string, readonly string[]>>;
  /** Shows the mini-app that a link leads to; whoever asked is told the `HostError` that it throws. */
  onOpenLink?: (target: LinkTarget) => void;
  limits?: Partial<HostLimits>;
  /**
   * Somebody works on the mini-apps: a version that fails on start is shown failing instead of the last good one, and what
   * a mini-app uses without declaring it throws instead of being nothing.
   */
  isDevelopment?: boolean;
  /** Where WebCrypto is missing. */
  crypto?: CryptoPort;
  /** The time, for tests. */
  now?: () => number;
}
