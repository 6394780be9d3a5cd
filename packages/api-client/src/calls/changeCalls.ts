import { ConsoleEvent } from '@host/contracts';

import type { CallOptions, Transport } from '../transport/Transport.types.ts';

/** Live change events, with the scope `read`. */
export interface ChangeCalls {
  /**
   * Streams events that something changed, until the server ends the stream or the loop over it is left. Changes between two
   * streams are missed: after each `hello`, reload what you show. `timeoutMs` limits the time until the stream begins.
   *
   * @example
   * for await (const { kind, key } of client.watchChanges()) console.log(kind, key);
   */
  watchChanges(options?: CallOptions): AsyncGenerator<ConsoleEvent, void, undefined>;
}

export function changeCalls({ askFor }: Transport): ChangeCalls {
  return {
    async *watchChanges(options) {
      const body = await askFor(
        {
          method: 'GET',
          path: '/v1/admin/events',
          headers: { accept: 'text/event-stream' },
          options,
        },
        (response) => response.body ?? new Blob([]).stream(),
      );
      const reader = body.getReader();
      const leave = () => void reader.cancel().catch(() => undefined);
      options?.signal?.addEventListener('abort', leave, { once: true });
      try {
        for await (const part of partsOf(reader)) {
          const event = eventIn(part);
          if (event) yield event;
        }
        options?.signal?.throwIfAborted();
      } finally {
        options?.signal?.removeEventListener('abort', leave);
        leave();
      }
    },
  };
}

/** Splits the stream into blocks that are separated by empty lines. */
async function* partsOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (text + decoder.decode(value, { stream: true })).split('\n\n');
    text = parts.pop()!;
    yield* parts;
  }
}

/** Parses an event; undefined for events that only a newer version of this client knows. */
function eventIn(part: string): ConsoleEvent | undefined {
  const data = part.split('\n').find((line) => line.startsWith('data:'));
  if (data === undefined) return undefined;
  try {
    return ConsoleEvent.safeParse(JSON.parse(data.slice('data:'.length))).data;
  } catch {
    return undefined;
  }
}
