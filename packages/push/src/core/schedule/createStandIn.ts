import { fieldsOf, parseJson } from '@host/contracts';

import { createRetry } from '../createRetry.ts';
import { PushError } from '../PushError.ts';
import type { Alarm, PushStorage } from '../PushPlatform.types.ts';

/** A gateway that sends a device what it has scheduled for itself. Doing something again does nothing. */
export interface ScheduleGateway {
  schedule: (alarm: Alarm) => Promise<void>;
  unschedule: (id: string) => Promise<void>;
}

/**
 * Stands in for an app that shows its notifications by itself and cannot while it is closed: the gateway has a copy of what
 * comes next. Both may show one; they know it by the same id, so that it is shown once.
 */
export interface StandIn {
  /** What is to come, in place of what was before. */
  want: (alarms: readonly Alarm[]) => void;
  /** The gateway knows this device by a token: it can be told. */
  registered: (token: string) => void;
  stop: () => void;
}

/** Which alarms the gateway has or may have, by id: when they are due, and whether it has confirmed them. */
type Told = Record<string, { at: number; isDone: boolean }>;

const TOLD = 'gateway/scheduled';

export function createStandIn(
  storage: PushStorage,
  gateway: ScheduleGateway,
  now: () => number,
): StandIn {
  let wanted: readonly Alarm[] | undefined;
  let token: string | undefined;

  const convergence = createRetry(async () => {
    if (!wanted || token === undefined) return;
    const due = now();
    const coming = wanted.filter(({ at }) => at > due);
    const told = await load(token);
    const ids = new Set(coming.map(({ id }) => id));
    const dispensable = Object.keys(told).filter((id) => !ids.has(id));
    for (const { id, at } of coming) told[id] ??= { at, isDone: false };
    // Before it is asked for: what is on its way when the app ends can still be cancelled at the next start.
    await save(token, told);
    try {
      for (const id of dispensable) {
        // What is due was sent; nobody has to take it back.
        if (told[id]!.at > due) await gateway.unschedule(id);
        delete told[id];
      }
      for (const alarm of coming) {
        if (told[alarm.id]!.isDone) continue;
        await gateway.schedule(alarm).catch(unlessRefused);
        told[alarm.id]!.isDone = true;
      }
    } finally {
      await save(token, told);
    }
  });

  /** What was sent for another token does not help this one. */
  async function load(of: string): Promise<Told> {
    const kept = fieldsOf(parseJson(await storage.get(TOLD)));
    return kept?.['token'] === of ? { ...(kept['told'] as Told) } : {};
  }

  const save = (of: string, told: Told) => storage.set(TOLD, JSON.stringify({ token: of, told }));

  return {
    want(alarms) {
      wanted = alarms;
      convergence.now();
    },
    registered(given) {
      token = given;
      convergence.now();
    },
    stop: convergence.stop,
  };
}

/** One that is too large for a push, or one too many: asking again helps nothing, and the app shows it while it is open. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof PushError) || ![409, 413, 422].includes(error.status!)) throw error;
}
