import { createCipheriv, createHash } from 'node:crypto';

import { PLATFORMS, containerFile, containerName, type Platform } from '@host/contracts';

import { zipFiles } from './zipFiles.ts';

/** What differs from a plain mini-app for all platforms. */
export interface MiniAppFixtureOptions<P extends Platform = Platform> {
  /** All of them unless told. */
  platforms?: readonly P[];
  /** This many bytes that do not compress, as `assets/extra.bin`. */
  extraBytes?: number;
  /** The manifest exposes `./Other` instead of `./App`. */
  withoutApp?: boolean;
  /** Other bytes under the same appId and version. */
  salt?: string;
}

/** What the build of a mini-app leaves behind to publish. */
export interface MiniAppFixture<P extends Platform = Platform> {
  /** The bytes of `<platform>.zip`. */
  archives: Record<P, Buffer>;
  /** The text of `mf-manifest.json`. */
  manifest: string;
}

const EXPOSE_CHUNK = '__federation_expose_App.chunk.bundle';

/**
 * A mini-app as the build leaves it, small and without React: equal input gives equal bytes.
 *
 * @example
 * const { archives, manifest } = await buildMiniAppFixture('com.acme.orders', '1.0.0');
 * archives.ios; // the Buffer to upload as ios.zip
 */
export async function buildMiniAppFixture<P extends Platform = Platform>(
  appId: string,
  version: string,
  options?: MiniAppFixtureOptions<P>,
): Promise<MiniAppFixture<P>>;
export async function buildMiniAppFixture(
  appId: string,
  version: string,
  options: MiniAppFixtureOptions = {},
): Promise<{ archives: Partial<Record<Platform, Buffer>>; manifest: string }> {
  const manifest = JSON.stringify(federationManifest(appId, version, options), null, 2);
  const archives: Partial<Record<Platform, Buffer>> = {};
  for (const platform of options.platforms ?? PLATFORMS) {
    archives[platform] = await zipFiles({
      ...builtFiles(appId, version, platform, options),
      'mf-manifest.json': manifest,
    });
  }
  return { archives, manifest };
}

function builtFiles(
  appId: string,
  version: string,
  platform: Platform,
  { salt = '', extraBytes = 0 }: MiniAppFixtureOptions,
): Record<string, string | Buffer> {
  const name = containerName(appId);
  const banner = `/* ${JSON.stringify({ appId, version, platform, salt })} */\n`;
  return {
    'index.bundle': `${banner}globalThis.${name}_entry = ${JSON.stringify(version)};\n`,
    [containerFile(appId)]:
      `${banner}globalThis.${name} = {\n` +
      '  init() {},\n' +
      `  get: (path) => path === './App' ? Promise.resolve(() => globalThis.${name}_App) : Promise.reject(new Error(path)),\n` +
      '};\n',
    [EXPOSE_CHUNK]: `${banner}globalThis.${name}_App = { default: () => ${JSON.stringify(appId)} };\n`,
    ...(extraBytes > 0 && { 'assets/extra.bin': noise(extraBytes, banner) }),
  };
}

/** Incompressible bytes, the same for the same seed: a key stream. */
function noise(bytes: number, seed: string): Buffer {
  const key = createHash('sha256').update(seed).digest().subarray(0, 16);
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(bytes));
}

function federationManifest(
  appId: string,
  version: string,
  { withoutApp = false }: MiniAppFixtureOptions,
) {
  const name = containerName(appId);
  const exposed = withoutApp ? 'Other' : 'App';
  const none = { sync: [], async: [] };
  const shared = (module: string, installed: string, requiredVersion: string) => ({
    id: `${name}:${module}`,
    name: module,
    version: installed,
    singleton: true,
    requiredVersion,
    assets: { js: none, css: none },
  });
  return {
    id: name,
    name,
    metaData: {
      name,
      type: 'app',
      buildInfo: { buildVersion: version, buildName: appId },
      remoteEntry: { name: containerFile(appId), path: '', type: 'global' },
      types: { path: '', name: '', zip: '', api: '' },
      globalName: name,
      pluginVersion: '2.9.2',
      publicPath: 'noop:///',
    },
    shared: [shared('react', '19.2.3', '^19.2.0'), shared('react-native', '0.86.3', '0.86.x')],
    remotes: [],
    exposes: [
      {
        id: `${name}:${exposed}`,
        name: exposed,
        assets: { js: { sync: [EXPOSE_CHUNK], async: [] }, css: none },
        path: `./${exposed}`,
      },
    ],
  };
}
