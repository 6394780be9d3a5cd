import type { ConsentState, Isolation, Permission, Resolution } from '@host/contracts';
import type { Observable, StorageInfo } from '@host/miniapp-sdk/host';

import type { OpenFailure } from './OpenFailure.types.ts';
import type { LoadedMiniApp } from './ports/MiniAppLoader.types.ts';
import type { CatalogPage, CatalogSearch } from './ports/Registry.types.ts';

/** What a mini-app is opened with. */
export type Params = Readonly<Record<string, unknown>>;

/** How far an open mini-app has come: loading, ready, failed or closed. */
export type OpenState =
  | {
      phase: 'loading';
      /** From 0 to 1. */
      progress: number;
      /** The version that is on its way, as soon as that is decided. */
      resolution?: Resolution;
    }
  | {
      phase: 'ready';
      resolution: Resolution;
      isolation: Isolation;
      content: LoadedMiniApp;
      /** True when the newest version failed on start and an older one is shown instead. */
      isRolledBack: boolean;
    }
  | { phase: 'failed'; failure: OpenFailure }
  | { phase: 'closed' };

/** A mini-app that was opened. `<MiniApp>` drives it; a host without React can do so itself. */
export interface OpenMiniApp {
  readonly appId: string;
  readonly state: Observable<OpenState>;
  /** Tries again after a failure. */
  retry(): void;
  /** Another screen of the host covers it, or it is in front again. */
  setVisible(isVisible: boolean): void;
  /** It is on the screen: this version is good. */
  rendered(): void;
  /** It threw. Before its first screen this rolls back to the last good version, later it shows the failure. */
  crashed(error: unknown): void;
  close(): void;
}

/** Whether a person lets a mini-app use something. */
export type Consent = ConsentState | 'not-asked';

/** A permission that a mini-app declared and that is asked for. */
export interface PermissionState {
  permission: Permission;
  consent: Consent;
}

/** A mini-app that was opened lately. */
export interface RecentMiniApp {
  appId: string;
  name: string;
  icon?: string;
  /** Milliseconds since 1970. */
  openedAt: number;
}

/** Where a link leads inside the host. */
export interface LinkTarget {
  appId: string;
  params: Params;
  /** The mini-app that asked; undefined for a link from outside. */
  from?: string;
}

/** Everything that a host app does with mini-apps. */
export interface Host {
  /** Opens a mini-app; a second call for one that is open gives another view of the same code. */
  open(appId: string, params?: Params): OpenMiniApp;
  /** Fetches what opening would fetch, without running any of it. Never rejects. */
  prefetch(appIds: readonly string[]): Promise<void>;
  /** Closes every view of a mini-app. */
  close(appId: string): void;
  /** Deletes the cached files of mini-apps that are not open, the longest unused first, until `keepBytes` are left. */
  evict(keepBytes?: number): Promise<void>;
  /** Deletes the files, the data and the permissions of a mini-app. */
  uninstall(appId: string): Promise<void>;
  catalog(search?: CatalogSearch): Promise<CatalogPage>;
  /** Opened lately, the latest first. */
  recent(): Promise<readonly RecentMiniApp[]>;
  /** Numbers that change whenever `recent` or the answers in `permissions` have changed and should be read again. */
  readonly changes: {
    readonly recent: Observable<number>;
    readonly permissions: Observable<number>;
  };
  permissions: {
    list(appId: string): Promise<readonly PermissionState[]>;
    grant(appId: string, permission: Permission): Promise<void>;
    revoke(appId: string, permission: Permission): Promise<void>;
  };
  storageInfo(appId: string): Promise<StorageInfo>;
  clearStorage(appId: string): Promise<void>;
  /** Wipes what mini-apps stored for whoever was signed in last, and what they were allowed. */
  signedOut(): Promise<void>;
  /** Where a link leads, `<scheme>://miniapp/<appId>?…`, or undefined when it leads to no mini-app; tells `onOpenLink`. */
  openLink(link: string): LinkTarget | undefined;
  /** Ends everything that is under way. */
  dispose(): void;
}
