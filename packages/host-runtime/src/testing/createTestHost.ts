import type {
  ArtifactFile,
  ArtifactFiles,
  DeviceInfo,
  Permission,
  Resolution,
  VersionReport,
} from '@host/contracts';
import { type HostServices, createObservable } from '@host/miniapp-sdk/host';

import { webCrypto } from '../core/webCrypto.ts';
import { createHost } from '../createHost.ts';
import type { Host, OpenMiniApp, OpenState } from '../Host.types.ts';
import type { HostOptions } from '../HostOptions.types.ts';
import { createMemoryFiles } from '../memory/createMemoryFiles.ts';
import { createMemorySession } from '../memory/createMemorySession.ts';
import { createMemoryStore } from '../memory/createMemoryStore.ts';
import type { LoadRequest, MiniAppLoader } from '../ports/MiniAppLoader.types.ts';
import type { CallControl, Registry, ResolveRequest } from '../ports/Registry.types.ts';
import type { ConsentRequest } from '../ports/ConsentPort.types.ts';
import type { AnalyticsEvent, ApiRequest } from '../ports/services.types.ts';

const CDN = 'https://cdn.example';

/** What a version's code does when it is loaded. */
type Behaviour = 'works' | 'throws' | 'never-loads' | 'cannot-be-fetched';

/** A registry in memory that can be told to fail. */
class TestRegistry implements Registry {
  readonly asked: ResolveRequest[] = [];
  readonly downloads: string[] = [];
  readonly reports: (VersionReport & { appId: string })[] = [];
  /** Replaces a response by one that throws, or never arrives. */
  trouble: { resolve?: () => Promise<never>; listFiles?: () => Promise<never> } = {};
  readonly contents = new Map<string, Uint8Array>();
  readonly #resolutions = new Map<string, Resolution>();
  readonly #indexes = new Map<string, ArtifactFiles>();

  /** Offers this version from now on. */
  async release(
    appId: string,
    version: string,
    changes: Partial<Resolution> & { files?: Record<string, string> } = {},
  ): Promise<Resolution> {
    const { files = { 'app.js': `code of ${appId} ${version}` }, ...more } = changes;
    const baseUrl = `${CDN}/${appId}/${version}/`;
    const indexed = await Promise.all(
      Object.entries(files).map(([path, text]) => this.#publish(baseUrl, path, text)),
    );
    this.#indexes.set(`${appId} ${version}`, { appId, version, platform: 'web', files: indexed });
    const resolution: Resolution = {
      appId,
      name: `Name of ${appId}`,
      version,
      platform: 'web',
      permissions: ['storage', 'analytics', 'push', 'user', 'device', 'network'],
      isolation: 'realm',
      path: appId.split('.').at(-1)!,
      minHostVersion: '1.0.0',
      manifestUrl: `${baseUrl}mf-manifest.json`,
      bundleUrl: `${baseUrl}web.zip`,
      size: 1,
      sha256: indexed.map(({ sha256 }) => sha256).join(''),
      web: {
        baseUrl,
        manifestUrl: `${baseUrl}mf-manifest.json`,
        manifestIntegrity: 'sha384-x',
      },
      ...more,
    };
    this.#resolutions.set(appId, resolution);
    return resolution;
  }

  indexOf(appId: string, version: string): ArtifactFiles {
    return this.#indexes.get(`${appId} ${version}`)!;
  }

  async resolve(appId: string, request: ResolveRequest, { signal }: CallControl) {
    this.asked.push(request);
    if (this.trouble.resolve) return until(signal, this.trouble.resolve());
    const found = this.#resolutions.get(appId);
    if (!found) throw refusal('mini-program-not-found');
    return found;
  }

  async listFiles({ appId, version }: Resolution, { signal }: CallControl) {
    if (this.trouble.listFiles) return until(signal, this.trouble.listFiles());
    return this.indexOf(appId, version);
  }

  async download(url: string) {
    this.downloads.push(url);
    const bytes = this.contents.get(url);
    if (!bytes) throw refusal('network');
    return bytes;
  }

  async catalog(request: ResolveRequest) {
    this.asked.push(request);
    return { items: [...this.#resolutions.values()] };
  }

  async report(appId: string, report: VersionReport) {
    this.reports.push({ appId, ...report });
  }

  async #publish(baseUrl: string, path: string, text: string): Promise<ArtifactFile> {
    const bytes = new TextEncoder().encode(text);
    this.contents.set(baseUrl + path, bytes);
    const sha256 = await webCrypto().sha256(bytes);
    return { path, size: bytes.length, sha256, integrity: `sha384-of-${sha256}` };
  }
}

/** An error as the API client throws it. */
export function refusal(code: string, problem: object = {}): Error {
  return Object.assign(new Error(code), { code, problem });
}

async function until(signal: AbortSignal, work: Promise<never>): Promise<never> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    }),
  ]);
}

/** A loader that runs nothing: the test decides how each version behaves. */
class TestLoader implements MiniAppLoader {
  readonly behaviours = new Map<string, Behaviour>();
  readonly loads: string[] = [];
  readonly unloaded: string[] = [];
  readonly services = new Map<string, HostServices>();
  lastRequest: LoadRequest | undefined;

  takes(): boolean {
    return true;
  }

  async load(request: LoadRequest) {
    const { appId, version } = request.resolution;
    const name = `${appId} ${version}`;
    this.loads.push(name);
    this.lastRequest = request;
    this.services.set(appId, request.services);
    const behaviour = this.behaviours.get(name) ?? 'works';
    if (behaviour === 'throws') throw new Error(`${name} threw`);
    if (behaviour === 'cannot-be-fetched') throw refusal('load-failed');
    if (behaviour === 'never-loads') await new Promise(() => {});
    return { Component: () => null, unload: () => void this.unloaded.push(name) };
  }
}

/** Creates a host with in-memory ports, and exposes them to the test. */
export function createTestHost(changes: Partial<HostOptions> = {}) {
  const registry = new TestRegistry();
  const loader = new TestLoader();
  const session = createMemorySession({ loginAs: { openId: 'ada', name: 'Ada' } });
  const store = createMemoryStore();
  const files = createMemoryFiles();
  const asked: ConsentRequest[] = [];
  const events: AnalyticsEvent[] = [];
  const calls: ApiRequest[] = [];
  const declined = new Set<Permission>();
  const answers = { consent: true, api: { status: 200, body: {} as unknown } };
  const options: HostOptions = {
    hostVersion: '1.0.0',
    platform: 'web',
    installId: 'install-1',
    registry,
    loaders: { realm: loader, frame: loader },
    api: {
      async request(request) {
        calls.push(request);
        return answers.api;
      },
    },
    session,
    device: createObservable({ platform: 'web', theme: 'light', locale: 'en-GB' } as DeviceInfo),
    store,
    files,
    consent: {
      async ask(request) {
        asked.push(request);
        return answers.consent && !declined.has(request.permission);
      },
    },
    analytics: { record: (event) => void events.push(event) },
    ...changes,
  };
  const host = createHost(options);
  const answer = (permission: Permission, agrees: boolean) =>
    void (agrees ? declined.delete(permission) : declined.add(permission));
  return {
    host,
    options,
    registry,
    loader,
    session,
    store,
    files,
    asked,
    events,
    calls,
    answers,
    /** Sets the person's answer to requests for a permission; yes by default. */
    answer,
  };
}

/** Waits until an open mini-app is in this phase. */
export function phaseOf<Phase extends OpenState['phase']>(
  view: OpenMiniApp,
  phase: Phase,
): Promise<Extract<OpenState, { phase: Phase }>> {
  return new Promise((resolve) => {
    const look = () => {
      const state = view.state.get();
      if (state.phase === phase) resolve(state as Extract<OpenState, { phase: Phase }>);
    };
    view.state.subscribe(look);
    look();
  });
}

/** Opens a mini-app and waits until it is on the screen. */
export async function show(host: Host, appId: string, params?: object): Promise<OpenMiniApp> {
  const view = host.open(appId, params as Record<string, unknown>);
  await phaseOf(view, 'ready');
  view.rendered();
  await settled();
  return view;
}

/** Waits until all pending promises have settled. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}
