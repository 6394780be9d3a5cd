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
const PATIENCE_MS = 10_000;

/**
 * Opens the mini-app of a dev server in a host of its own, which asks that server as it would ask the registry. In a
 * browser it runs in a frame whatever it says: nobody has reviewed it. On a phone there are none, in builds for development.
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
    // Whoever works on it wants to see what is wrong with it.
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

/** The dev server in the place of the registry, which is asked only for what nobody can give themselves: a path. */
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
    // To nobody but to who works on it.
    async report(_appId, { message, stack }) {
      onFailure(stack || message);
    },
  };
}

/**
 * What a person allowed the published mini-app is asked again: any project can have its id. Only a yes is told, which
 * tokens need; a no is for the project alone.
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
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(`${origin}/project.json`, { signal }).catch(() => undefined);
  const project = Project.safeParse(await response?.json().catch(() => undefined));
  if (project.success) return project.data.manifest;
  throw new Error(messagesNow(DEVELOPMENT)('nobodyAnswers', { origin }));
}
