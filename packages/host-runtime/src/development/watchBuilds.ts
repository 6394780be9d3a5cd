import { createObservable } from '@host/contracts';
import * as z from 'zod/mini';

import type { Build, WatchedBuilds } from './Development.types.ts';

const BuildEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('building') }),
  z.object({ type: z.literal('built') }),
  z.object({ type: z.literal('changed') }),
  z.object({
    type: z.literal('failed'),
    problems: z.array(z.object({ file: z.optional(z.string()), message: z.string() })),
  }),
]);

/** Follows the builds of a dev server by server-sent events, which reconnect automatically after a restart of the server. */
export function watchBuilds(events: EventSource): WatchedBuilds {
  const build = createObservable<Build>({ phase: 'building' });
  let count = 0;
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = BuildEvent.safeParse(parse(data)).data;
    if (event?.type === 'failed') build.set({ phase: 'failed', problems: event.problems });
    else if (event?.type === 'building') build.set({ phase: 'building' });
    else if (event) build.set({ phase: 'built', count: ++count });
  });
  events.addEventListener('error', () => build.set({ phase: 'lost' }));
  return { build, end: () => events.close() };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
