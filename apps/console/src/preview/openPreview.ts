import type { ApiClient } from '@host/api-client';
import {
  type ArtifactFile,
  CONSOLE_HEADER,
  CONSOLE_PREVIEW_PATH,
  type RegistrationRecord,
  type Resolution,
  createObservable,
} from '@host/contracts';
import type { OpenMiniApp, Registry } from '@host/host-runtime';
import {
  createMemoryFiles,
  createMemorySession,
  createMemoryStore,
} from '@host/host-runtime/memory';
import {
  BackHandlers,
  createFetchApi,
  createFrameLoader,
  createHost,
  createWebDevice,
} from '@host/host-runtime/web-frames';
import { unzipSync } from 'fflate';

/** Where the server has the page of frames and its script, taken from the host app. */
const FRAME = { pageUrl: '/console/preview/frame.html', scriptUrl: '/console/preview/frame.js' };
const DOWNLOAD_MS = 60_000;

/** A version that is open for a reviewer. */
export interface Preview {
  view: OpenMiniApp;
  close(): void;
}

/**
 * Opens one version as a host opens it: its files are verified, it runs in a frame without an origin, and reaches nothing
 * but its SDK. Nobody is signed in, what it stores is gone afterwards, and nothing of it is reported or counted.
 */
export function openPreview(
  client: ApiClient,
  record: RegistrationRecord,
  path: string | undefined,
): Preview {
  const { appId, minHostVersion } = record;
  const frame = createFrameLoader({ ...FRAME, back: new BackHandlers() });
  const host = createHost({
    hostVersion: minHostVersion,
    platform: 'web',
    installId: 'preview-in-the-console',
    registry: registryOf(client, resolutionOf(record, path)),
    loaders: { frame, realm: frame },
    isolation: () => 'frame',
    // The console may have an origin of its own, where no mini-app has a path.
    api: createFetchApi({ baseUrl: CONSOLE_PREVIEW_PATH, headers: { [CONSOLE_HEADER]: '1' } }),
    session: createMemorySession(),
    device: createWebDevice(minHostVersion),
    store: createMemoryStore(),
    files: createMemoryFiles(),
    consent: { ask: async () => false },
    analytics: { record() {} },
    push: {
      permission: createObservable({ hasPermission: false }),
      requestPermission: async () => false,
      async subscribeToTopic() {},
      async unsubscribeFromTopic() {},
      scheduleNotification: async () => 'never',
      async cancelNotification() {},
    },
    limits: { requestMs: DOWNLOAD_MS, downloadMs: DOWNLOAD_MS },
  });
  const view = host.open(appId);
  return { view, close: () => host.dispose() };
}

function resolutionOf(record: RegistrationRecord, path: string | undefined): Resolution {
  const { appId, name, version, permissions, minHostVersion, manifestUrl, platforms } = record;
  const build = platforms.web;
  if (!build?.web) throw new Error('This version has no build for the web: open it on a device.');
  return {
    appId,
    name,
    version,
    platform: 'web',
    permissions,
    isolation: 'frame',
    ...(path !== undefined && { path }),
    minHostVersion,
    manifestUrl,
    bundleUrl: build.url,
    size: build.size,
    sha256: build.sha256,
    ...(build.signature && { signature: build.signature }),
    web: build.web,
  };
}

/**
 * A registry that names one version. Its files come out of its archive, through the API of the console: hosts are told
 * nothing of a version that is not released. The archive is what was registered, or nothing of it runs.
 */
function registryOf(client: ApiClient, resolution: Resolution): Registry {
  const { appId, version } = resolution;
  const folder = `${resolution.web!.baseUrl.replace(/\/+$/, '')}/`;
  let reading: Promise<Record<string, Uint8Array<ArrayBuffer>>> | undefined;
  const readArchive = async () => {
    const options = { timeoutMs: DOWNLOAD_MS };
    const stream = await client.fetchArtifact(appId, version, 'web.zip', options);
    const archive = await new Response(stream).arrayBuffer();
    if (hexOf(await crypto.subtle.digest('SHA-256', archive)) !== resolution.sha256) {
      throw new Error('The archive is not the one that was registered.');
    }
    const files = unzipSync(new Uint8Array(archive)) as Record<string, Uint8Array<ArrayBuffer>>;
    return Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith('/')));
  };
  const archived = () => (reading ??= readArchive());
  return {
    resolve: async () => resolution,
    async listFiles() {
      const described = Object.entries(await archived()).map(describe);
      const files = (await Promise.all(described)).toSorted((one, other) =>
        one.path < other.path ? -1 : 1,
      );
      return { appId, version, platform: 'web', files };
    },
    async download(url) {
      const file = (await archived())[decodeURIComponent(url.slice(folder.length))];
      if (!file) throw new Error(`${url} is not in the archive.`);
      return file;
    },
    catalog: async () => ({ items: [] }),
    async report() {},
  };
}

async function describe([path, bytes]: [string, Uint8Array<ArrayBuffer>]): Promise<ArtifactFile> {
  const integrity = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return {
    path,
    size: bytes.length,
    sha256: hexOf(await crypto.subtle.digest('SHA-256', bytes)),
    integrity: `sha384-${btoa(String.fromCharCode(...integrity))}`,
  };
}

function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
