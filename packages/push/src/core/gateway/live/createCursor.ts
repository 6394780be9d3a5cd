import { readLiveCursor } from '@host/contracts';

import type { PushStorage } from '../../PushPlatform.types.ts';
import { createPacer } from '../../createPacer.ts';
import { shareWrites } from '../../shareWrites.ts';

/** The acknowledged position of this device. */
export interface Cursor {
  /** The cursor to resume from; undefined to leave it to the gateway. */
  load(): Promise<number | undefined>;
  /** Starts over for a new connection: messages that were not stored are sent again, from the gateway's position. */
  restart(at: number): void;
  arrived(messageId: string, cursor: number): void;
  /** Records that a message is stored. Earlier messages that are not stored yet hold the cursor back. */
  kept: (messageId: string) => void;
  /** Records that nothing is pending up to a cursor. */
  idle(cursor: number): void;
  /** Sends a delayed acknowledgement now. */
  flush: () => void;
}

const CURSOR = 'gateway/cursor';
/** Acknowledgements are batched for this long: one for many messages costs as little as one for a single message. */
export const GATHER_MS = 1000;
/** This many are acknowledged without delay: the gateway stops after a thousand unacknowledged messages. */
export const MAX_GATHERED = 250;

/** `tell` is called with a cursor shortly after everything up to it, and the cursor itself, are durable. */
export function createCursor(storage: PushStorage, tell: (cursor: number) => void): Cursor {
  let position = -1;
  let written = -1;
  let due: number | undefined;
  let waiting: { id: string; cursor: number; isKept: boolean }[] = [];
  let gathered = 0;
  const pacer = createPacer(GATHER_MS);
  pacer.subscribe(flush);

  function flush(): void {
    // Not durable yet: it is sent once it is.
    if (due === undefined || due > written) return;
    const cursor = due;
    due = undefined;
    gathered = 0;
    tell(cursor);
  }

  /** Messages that are stored together share one write and one acknowledgement. */
  const write = shareWrites(async () => {
    const next = position;
    if (written !== next) await storage.set(CURSOR, String(next));
    written = next;
    if (gathered >= MAX_GATHERED) flush();
    else if (due !== undefined) pacer.tell();
  });

  function advanceOnDisk(): void {
    // If it fails, nothing was acknowledged: the message is sent again, and recognized by its id.
    write().catch(() => undefined);
  }

  function advance(): void {
    if (!waiting[0]?.isKept) return;
    while (waiting[0]?.isKept) {
      position = Math.max(position, waiting.shift()!.cursor);
      gathered++;
    }
    // Even if it is no higher: messages that were sent out of order have to be acknowledged as well.
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
