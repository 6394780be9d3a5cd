import type { ConsentState, Isolation, Permission, Resolution } from '@host/contracts';
import type { Observable, StorageInfo } from '@host/miniapp-sdk/host';

import type { OpenFailure } from './OpenFailure.types.ts';
import type { LoadedMiniApp } from './ports/MiniAppLoader.types.ts';
import type { CatalogPage, CatalogSearch } from './ports/Registry.types.ts';

/** What a mini-app is opened with. */
export type Params = Readonly<Record<string, unknown>>;

/** The state of an open mini-app: loading, ready, failed or closed. */
export type OpenState =
  | {
      phase: 'loading';
      /** From 0 to 1. */
      progress: number;
      /** The version that is being loaded, as soon as it is known. */
      resolution?: Resolution;
    }
  | {
      phase: 'ready';
      resolution: Resolution;
      isolation: Isolation;
      content: LoadedMiniApp;
      /** Whether the newest version failed on start and an older one is shown instead. */
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
  /** To be called when another screen of the host covers it, or it is in front again. */
  setVisible(isVisible: boolean): void;
  /** To be called once it is on the screen: this version counts as good. */
  rendered(): void;
  /** To be called if it threw. Before its first screen this rolls back to the last good version, later it shows the failure. */
  crashed(error: unknown): void;
  close(): void;
}

/** Whether a person lets a mini-app use something. */
export type Consent = ConsentState | 'not-asked';

/** A declared permission of a mini-app that needs the person's consent. */
export interface PermissionState {
  permission: Permission;
  consent: Consent;
}

/** A recently opened mini-app. */
export interface RecentMiniApp {
  appId: string;
  name: string;
  icon?: string;
  /** Milliseconds since 1970. */
  openedAt: number;
}

/** The target of a link inside the host. */
export interface LinkTarget {
  appId: string;
  params: Params;
  /** The mini-app that opened the link; undefined for a link from outside. */
  from?: string;
}

/** Everything that a host app does with mini-apps. */
export interface Host {
  /** Opens a mini-app; a second call for an open one creates another view of the same code. */
  open(appId: string, params?: Params): OpenMiniApp;
  /** Fetches what opening would fetch, without running any of it. Never rejects. */
  prefetch(appIds: readonly string[]): Promise<void>;
  /** Closes every view of a mini-app. */
  close(appId: string): void;
  /** Deletes the cached files of mini-apps that are not open, least recently used first, until `keepBytes` are left. */
  evict(keepBytes?: number): Promise<void>;
  /** Deletes the files, the data and the permissions of a mini-app. */
  uninstall(appId: string): Promise<void>;
  catalog(search?: CatalogSearch): Promise<CatalogPage>;
  /** The recently opened mini-apps, the latest first. */
  recent(): Promise<readonly RecentMiniApp[]>;
  /** Counters that change whenever `recent` or the answers in `permissions` should be read again. */
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
  /** Deletes the data that mini-apps stored for the person who was signed in last, and the person's consents. */
  signedOut(): Promise<void>;
  /** Opens a link, `<scheme>://miniapp/<appId>?…`, by `onOpenLink`; undefined if it leads to no mini-app. */
  openLink(link: string): LinkTarget | undefined;
  /** Ends all pending work. */
  dispose(): void;
}
