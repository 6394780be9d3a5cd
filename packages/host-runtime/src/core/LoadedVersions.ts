import type { Isolation, Resolution } from '@host/contracts';
import type { LifecycleState, MutableObservable } from '@host/miniapp-sdk/host';

import type { LoadedMiniApp } from '../ports/MiniAppLoader.types.ts';

/** A version that is in memory. */
export interface LoadedVersion {
  resolution: Resolution;
  isolation: Isolation;
  content: LoadedMiniApp;
  lifecycle: MutableObservable<LifecycleState>;
  /** Whether it has been on the screen. */
  isGood: boolean;
  /** The views that show it. */
  readonly views: Set<object>;
}

/** The versions in memory: evaluated once, opened any number of times. Several versions of a mini-app can be loaded. */
export class LoadedVersions {
  readonly #versions = new Set<LoadedVersion>();

  add(version: LoadedVersion): void {
    this.#versions.add(version);
  }

  find({ appId, version, sha256 }: Resolution, isolation: Isolation): LoadedVersion | undefined {
    return [...this.#versions].find(
      ({ resolution, isolation: own }) =>
        resolution.appId === appId &&
        resolution.version === version &&
        resolution.sha256 === sha256 &&
        own === isolation,
    );
  }

  /** The latest loaded version of a mini-app that has been on the screen. */
  good(appId: string): LoadedVersion | undefined {
    return [...this.#versions].findLast((one) => one.resolution.appId === appId && one.isGood);
  }

  /** Unloads a version. */
  unload(version: LoadedVersion): void {
    if (this.#versions.delete(version)) version.content.unload();
  }

  /** Unloads all versions of a mini-app that are not shown, except one. */
  unloadUnused(appId: string, but?: LoadedVersion): void {
    for (const one of this.#versions) {
      const isUnused = one.resolution.appId === appId && one.views.size === 0;
      if (isUnused && one !== but) this.unload(one);
    }
  }

  isShown(appId: string): boolean {
    return [...this.#versions].some((one) => one.resolution.appId === appId && one.views.size > 0);
  }

  all(): LoadedVersion[] {
    return [...this.#versions];
  }
}
