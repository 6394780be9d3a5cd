import { fieldsOf, parseJson } from '@host/contracts';

import { createRetry } from '../createRetry.ts';
import { PushError } from '../PushError.ts';
import type { Alarm, PushStorage } from '../PushPlatform.types.ts';

/** A gateway that sends devices the notifications that they scheduled for themselves. All calls are idempotent. */
export interface ScheduleGateway {
  schedule: (alarm: Alarm) => Promise<void>;
  unschedule: (id: string) => Promise<void>;
}

/**
 * Stands in for an app that cannot show its own notifications while it is closed: the gateway gets a copy of the next ones.
 * Both may show one, but with the same id, so that it is displayed once.
 */
export interface StandIn {
  /** Replaces the list of upcoming alarms. */
  want: (alarms: readonly Alarm[]) => void;
  /** To be called once the device is registered at the gateway. */
  registered: (token: string) => void;
  stop: () => void;
}

/** The alarms that the gateway has or may have, by id: their times, and whether it has confirmed them. */
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
    // Stored before the request, so that one in flight when the app ends can be cancelled at the next start.
    await save(token, told);
    try {
      for (const id of dispensable) {
        // Due alarms have been sent, and need not be cancelled.
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

  /** Loads the state for a token; that of another token does not apply. */
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

/** Ignores refusals for size or number: a retry would not help, and the app itself shows it while it is open. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof PushError) || ![409, 413, 422].includes(error.status!)) throw error;
}
