import { createObservable } from '@host/contracts';
import { messagesNow } from '@host/kit/messages';
import * as z from 'zod/mini';

import { createHost } from '../createHost.ts';
import type { HostOptions } from '../HostOptions.types.ts';
import { createMemoryFiles } from '../memory/createMemoryFiles.ts';
import type { ConsentRecords } from '../ports/ConsentPort.types.ts';
import type { Registry } from '../ports/Registry.types.ts';
import { createRegistry } from '../registry/createRegistry.ts';
import type { Development } from './Development.types.ts';
import { DEVELOPMENT } from './developmentMessages.ts';
import { developmentStoreOf } from './developmentStoreOf.ts';
import { pollBuilds } from './pollBuilds.ts';
import { readAddress } from './readAddress.ts';
import { watchBuilds } from './watchBuilds.ts';

const Project = z.object({ manifest: z.object({ appId: z.string(), name: z.string() }) });
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Opens the mini-app of a dev server in a separate host, which uses that server as its registry. In a browser it always runs
 * in a frame, since nobody has reviewed it. On a phone there are no frames, but this is only in development builds.
 */
export async function openDevelopment(address: string, options: HostOptions): Promise<Development> {
  const isBrowser = options.platform === 'web';
  const origin = readAddress(address, isBrowser ? 'machine' : 'network');
  if (origin === undefined) {
    throw new Error(messagesNow(DEVELOPMENT)(isBrowser ? 'addressOnMachine' : 'addressInNetwork'));
  }
  const { appId, name } = await readProject(origin);
  const failure = createObservable<string | undefined>(undefined);
  const { consent } = options;
  const registry = registryOf(origin, options.registry, failure.set);
  const host = createHost({
    ...options,
    registry,
    store: developmentStoreOf(options.store),
    files: createMemoryFiles(),
    consent: { ...consent, ...(consent.records && { records: asking(consent.records) }) },
    isolation: () => (isBrowser ? 'frame' : 'realm'),
    // Its developer wants to see errors.
    isDevelopment: true,
  });
  const builds = isBrowser
    ? watchBuilds(new EventSource(`${origin}/events`))
    : pollBuilds((signal) => versionAt(origin, appId, options, signal));
  return {
    appId,
    name,
    host,
    build: builds.build,
    failure,
    close() {
      builds.end();
      host.dispose();
    },
  };
}

/** Uses the dev server as the registry; the real one is only asked for the mini-app's path, which it assigns. */
function registryOf(
  origin: string,
  published: Registry,
  onFailure: (text: string | undefined) => void,
): Registry {
  const registry = createRegistry({ baseUrl: origin });
  return {
    ...registry,
    async resolve(appId, request, control) {
      const [resolution, known] = await Promise.all([
        registry.resolve(appId, request, control),
        published.resolve(appId, request, control).catch(() => undefined),
      ]);
      const { path: _itsOwn, ...rest } = resolution;
      return { ...rest, ...(known?.path !== undefined && { path: known.path }) };
    },
    // Reported to the developer only.
    async report(_appId, { message, stack }) {
      onFailure(stack || message);
    },
  };
}

/**
 * Ignores consents to the published mini-app, since any project can have its id. Only a yes is passed on, as tokens require
 * it; a no only applies to the project.
 */
function asking(records: ConsentRecords): ConsentRecords {
  return {
    list: async () => [],
    answer: async (userId, answer, secondsAgo) =>
      answer.state === 'granted' ? records.answer(userId, answer, secondsAgo) : answer.state,
    forget: async () => {},
  };
}

async function versionAt(
  origin: string,
  appId: string,
  { platform, hostVersion, installId }: HostOptions,
  signal: AbortSignal,
): Promise<string> {
  const asker = { platform, hostVersion, installId };
  const { version } = await createRegistry({ baseUrl: origin }).resolve(appId, asker, { signal });
  return version;
}

async function readProject(origin: string): Promise<{ appId: string; name: string }> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const response = await fetch(`${origin}/project.json`, { signal }).catch(() => undefined);
  const project = Project.safeParse(await response?.json().catch(() => undefined));
  if (project.success) return project.data.manifest;
  throw new Error(messagesNow(DEVELOPMENT)('nobodyAnswers', { origin }));
}
