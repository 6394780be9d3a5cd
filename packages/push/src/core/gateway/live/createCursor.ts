import { readLiveCursor } from '@host/contracts';

import type { PushStorage } from '../../PushPlatform.types.ts';
import { createPacer } from '../../createPacer.ts';
import { shareWrites } from '../../shareWrites.ts';

/** How far this device has come. */
export interface Cursor {
  /** The cursor to resume from; undefined where the gateway is to know. */
  load(): Promise<number | undefined>;
  /** A new connection: what was not kept comes again, from where the gateway says. */
  restart(at: number): void;
  arrived(messageId: string, cursor: number): void;
  /** A message is kept here. What came before it and is not kept yet holds the cursor back. */
  kept: (messageId: string) => void;
  /** There is nothing to wait for up to here. */
  idle(cursor: number): void;
  /** Tells now what would be told soon. */
  flush: () => void;
}

const CURSOR = 'gateway/cursor';
/** One acknowledgement for many messages costs as little as for one: after each, others are gathered for so long. */
export const GATHER_MS = 1000;
/** This many are acknowledged without waiting: the gateway sends a thousand ahead, then it stops. */
export const MAX_GATHERED = 250;

/** `tell` is called with a cursor soon after everything up to it is kept and the cursor itself is on disk. */
export function createCursor(storage: PushStorage, tell: (cursor: number) => void): Cursor {
  let position = -1;
  let written = -1;
  let due: number | undefined;
  let waiting: { id: string; cursor: number; isKept: boolean }[] = [];
  let gathered = 0;
  const pacer = createPacer(GATHER_MS);
  pacer.subscribe(flush);

  function flush(): void {
    // What is not on disk yet is told once it is.
    if (due === undefined || due > written) return;
    const cursor = due;
    due = undefined;
    gathered = 0;
    tell(cursor);
  }

  /** Many that are kept at once are one write and one acknowledgement. */
  const write = shareWrites(async () => {
    const next = position;
    if (written !== next) await storage.set(CURSOR, String(next));
    written = next;
    if (gathered >= MAX_GATHERED) flush();
    else if (due !== undefined) pacer.tell();
  });

  function advanceOnDisk(): void {
    // When that fails nothing was promised: it comes again, and is known by its id.
    write().catch(() => undefined);
  }

  function advance(): void {
    if (!waiting[0]?.isKept) return;
    while (waiting[0]?.isKept) {
      position = Math.max(position, waiting.shift()!.cursor);
      gathered++;
    }
    // Also when it is no further: what was sent out of turn has to be acknowledged, too.
    due = position;
    advanceOnDisk();
  }

  return {
    async load() {
      const text = await storage.get(CURSOR);
      const cursor = readLiveCursor(text ?? '');
      position = written = cursor ?? -1;
      return cursor;
    },
    restart(at) {
      waiting = [];
      position = at;
      due = undefined;
      gathered = 0;
      advanceOnDisk();
    },
    arrived: (id, cursor) => void waiting.push({ id, cursor, isKept: false }),
    kept(messageId) {
      for (const entry of waiting) if (entry.id === messageId) entry.isKept = true;
      advance();
    },
    idle(cursor) {
      if (waiting.length > 0 || cursor <= position) return;
      position = due = cursor;
      advanceOnDisk();
    },
    flush,
  };
}
