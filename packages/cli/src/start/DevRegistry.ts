import { join } from 'node:path';

import {
  type ArtifactFiles,
  type Manifest,
  type Platform,
  type Resolution,
  containerFile,
  inLanguage,
  isAsset,
} from '@host/contracts';

import { type PackedPlatform, packPlatform } from '../pack/packPlatform.ts';
import type { BuildState } from './BuildState.ts';
import type { PlatformWatcher } from './PlatformWatcher.ts';

/** The path of a platform's archive on the dev server. */
export const ARCHIVES = '/archives/';

interface DevBuild extends PackedPlatform {
  version: string;
}

/** The parts of a version have nine digits at most. */
const MAX_BUILDS = 1_000_000_000;

/**
 * Answers for the one mini-app of this project as the registry would, so that a host opens it like any other. Every build
 * is a version of its own, so that a host does not reuse cached data of an earlier one.
 */
export class DevRegistry {
  readonly #watchers: readonly PlatformWatcher[];
  readonly #manifest: () => Manifest;
  readonly #archives: string;
  readonly #packed = new WeakMap<BuildState, Promise<DevBuild>>();
  #lastBuild = 0;

  constructor(options: {
    root: string;
    watchers: readonly PlatformWatcher[];
    manifest: () => Manifest;
  }) {
    this.#watchers = options.watchers;
    this.#manifest = options.manifest;
    this.#archives = join(options.root, 'node_modules/.cache/miniapp/start/archives');
  }

  /** The folder with the `<platform>.zip` of each requested platform. */
  get archivesDir(): string {
    return this.#archives;
  }

  /** The current build; undefined for another mini-app, or an unknown platform. */
  async resolve(
    appId: string,
    platform: string | null,
    { origin, language }: { origin: string; language: string | null },
  ): Promise<Resolution | undefined> {
    const watcher = this.#find(appId, platform);
    if (!watcher) return undefined;
    const { version, size, sha256, index } = await this.#pack(watcher);
    const manifest = this.#manifest();
    const { permissions, minHostVersion } = manifest;
    const baseUrl = `${origin}/${watcher.platform}`;
    const manifestUrl = `${baseUrl}/mf-manifest.json`;
    const integrityOf = (path: string) => index.find((file) => file.path === path)?.integrity ?? '';
    const container = containerFile(appId);
    return {
      appId,
      version,
      ...inLanguage(manifest, language ?? undefined),
      icon: `${origin}/icon`,
      platform: watcher.platform,
      permissions,
      // The strictest one; a host may trust it more.
      isolation: 'frame',
      minHostVersion,
      manifestUrl,
      bundleUrl: `${origin}${ARCHIVES}${watcher.platform}.zip`,
      size,
      sha256,
      ...(watcher.platform === 'web' && {
        web: {
          baseUrl,
          manifestUrl,
          manifestIntegrity: integrityOf('mf-manifest.json'),
          container: { url: `${baseUrl}/${container}`, integrity: integrityOf(container) },
          hasAssets: index.some(({ path }) => isAsset(path)),
        },
      }),
    };
  }

  /** The files of the current build; undefined if that is another version. */
  async listFiles(
    appId: string,
    version: string,
    platform: string | null,
  ): Promise<ArtifactFiles | undefined> {
    const watcher = this.#find(appId, platform);
    const build = watcher && (await this.#pack(watcher));
    if (build?.version !== version) return undefined;
    return { appId, version, platform: watcher!.platform, files: build.index };
  }

  #find(appId: string, platform: string | null): PlatformWatcher | undefined {
    if (appId !== this.#manifest().appId) return undefined;
    return this.#watchers.find((watcher) => watcher.platform === (platform as Platform));
  }

  async #pack(watcher: PlatformWatcher): Promise<DevBuild> {
    const state = await watcher.settled();
    if (state.type === 'failed')
      throw new Error(state.problems[0]?.message ?? 'It does not build.');
    let packed = this.#packed.get(state);
    if (!packed) {
      const now = Math.floor(Date.now() / 1000) % MAX_BUILDS;
      this.#lastBuild = Math.max(this.#lastBuild + 1, now);
      packed = this.#packAs(`0.0.${this.#lastBuild}`, watcher);
      this.#packed.set(state, packed);
    }
    return packed;
  }

  async #packAs(version: string, { dir, platform }: PlatformWatcher): Promise<DevBuild> {
    const { appId } = this.#manifest();
    const outDir = this.#archives;
    return {
      version,
      ...(await packPlatform({ buildDir: dir, outDir, platform, appId, version })),
    };
  }
}
