import { createObservable } from '@host/contracts';
import { type HostOptions, type Registry, createHost, createRegistry } from '@host/host-runtime';
import { createMemoryFiles } from '@host/host-runtime/memory';
import * as z from 'zod/mini';

import type { Development } from './Development.types.ts';
import { readAddress } from './readAddress.ts';
import { watchBuilds } from './watchBuilds.ts';

const Project = z.object({ manifest: z.object({ appId: z.string(), name: z.string() }) });
const PATIENCE_MS = 10_000;

/**
 * Opens the mini-app of a dev server in a host of its own, which asks that server as it would ask the registry. It runs
 * in a frame whatever it says: nobody has reviewed it.
 */
export async function openDevelopment(address: string, options: HostOptions): Promise<Development> {
  const origin = readAddress(address);
  if (origin === undefined) {
    throw new Error('Enter an address on this machine, for example http://localhost:9002.');
  }
  const { appId, name } = await readProject(origin);
  const failure = createObservable<string | undefined>(undefined);
  const host = createHost({
    ...options,
    registry: registryOf(origin, options.registry, failure.set),
    files: createMemoryFiles(),
    isolation: () => 'frame',
    // Whoever works on it wants to see what is wrong with it.
    isDevelopment: true,
  });
  const events = new EventSource(`${origin}/events`);
  return {
    appId,
    name,
    host,
    build: watchBuilds(events),
    failure,
    close() {
      events.close();
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
      return { ...resolution, ...(known?.path !== undefined && { path: known.path }) };
    },
    // To nobody but to who works on it.
    async report(_appId, { message, stack }) {
      onFailure(stack || message);
    },
  };
}

async function readProject(origin: string): Promise<{ appId: string; name: string }> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(`${origin}/project.json`, { signal }).catch(() => undefined);
  const project = Project.safeParse(await response?.json().catch(() => undefined));
  if (project.success) return project.data.manifest;
  throw new Error(`No mini-app answers at ${origin}. Is \`miniapp start\` running there?`);
}
