import { createHostClient } from '@host/api-client';

import { RuntimeError } from '../common/deadline.ts';
import type { CallControl, Registry } from '../ports/Registry.types.ts';

/**
 * The registry of a server, over `fetch`.
 *
 * @example
 * const registry = createRegistry({ baseUrl: 'https://host.example' });
 */
export function createRegistry(options: { baseUrl: string; fetch?: typeof fetch }): Registry {
  const client = createHostClient(options);
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));
  return {
    resolve: (appId, request, control) => client.resolve(appId, request, optionsOf(control)),
    listFiles: ({ appId, version, platform }, control) =>
      client.listFiles(appId, version, platform, optionsOf(control)),
    async download(url, { signal, onProgress, isFresh }) {
      const response = await send(url, {
        signal,
        credentials: 'omit',
        ...(isFresh && { cache: 'reload' }),
      }).catch((error: unknown) => {
        if (signal.aborted) throw signal.reason;
        throw new RuntimeError('network', `${url} cannot be reached.`, { cause: error });
      });
      if (!response.ok) {
        throw new RuntimeError('load-failed', `${url} was answered with ${response.status}.`);
      }
      return readAll(response, onProgress);
    },
    async catalog({ limit, ...search }, control) {
      const page = await client.readCatalog(
        { ...search, ...(limit !== undefined && { limit }) },
        optionsOf(control),
      );
      return page;
    },
    async report(appId, report, control) {
      await client.reportVersion(appId, report, optionsOf(control));
    },
  };
}

function optionsOf({ signal }: CallControl) {
  return { signal };
}

async function readAll(
  response: Response,
  onProgress: CallControl['onProgress'],
): Promise<Uint8Array> {
  const reader = onProgress && response.body?.getReader();
  if (!reader) return new Uint8Array(await response.arrayBuffer());
  const parts: Uint8Array[] = [];
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.length;
    onProgress(received);
  }
  const whole = new Uint8Array(received);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
