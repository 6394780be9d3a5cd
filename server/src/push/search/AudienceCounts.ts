import type { Condition, DeviceCount } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import { Lanes } from '../../operations/concurrency/Lanes.ts';
import { Semaphore } from '../../operations/concurrency/Semaphore.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { countMatching } from './countMatching.ts';

/** Running and waiting counts per caller: enough for a screen that asks again while somebody types, and a script. */
const MAX_OF_CALLER = 3;
/** Counts that run concurrently on a node. */
const AT_ONCE = 2;

/** Counts the devices that meet conditions. It can take seconds, so each caller has one count at a time, and a node few. */
export class AudienceCounts {
  readonly #db: Queries;
  readonly #callers = new Lanes(MAX_OF_CALLER);
  readonly #node = new Semaphore(AT_ONCE);

  constructor(db: Queries) {
    this.#db = db;
  }

  async count(actor: string, condition: Condition): Promise<DeviceCount> {
    const counted = await this.#callers.run(actor, () =>
      this.#node.run(() => countMatching(this.#db, condition)),
    );
    if (counted) return counted;
    throw new ApiError('rate-limited', `${MAX_OF_CALLER} counts of this caller are under way.`, {
      retryAfterSeconds: 1,
    });
  }
}
