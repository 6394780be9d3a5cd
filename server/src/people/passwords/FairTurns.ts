import { ApiError } from '../../errors/ApiError.ts';

/** Whose turn it is. */
export interface Turn {
  /** Where it comes from; everybody from there shares the turns. */
  group: string;
  /** Whether it goes before the others, as for people with a session. */
  isFirst: boolean;
}

/** How many run and wait. */
export interface TurnLimits {
  atOnce: number;
  waiting: number;
  waitingOfGroup: number;
}

/** After so many that went first it is the turn of one of the others: whoever goes first cannot keep them out. */
const FIRST_IN_A_ROW = 3;

interface Waiting {
  begin: () => void;
  refuse: (error: ApiError) => void;
}

/**
 * Runs a few works at once and lets the others wait, by turns: the groups take turns, however much one of them has
 * waiting, and when all places are taken the group that has the most gives one up.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  readonly #first = new Lane();
  readonly #others = new Lane();
  #running = 0;
  #firstInARow = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  async run<Result>(work: () => Promise<Result>, turn: Turn): Promise<Result> {
    if (this.#running < this.#limits.atOnce) this.#running++;
    else await this.#wait(turn);
    try {
      return await work();
    } finally {
      // The place goes to the next one directly: nobody can slip in between.
      const next = this.#next();
      if (next) next.begin();
      else this.#running--;
    }
  }

  #wait({ group, isFirst }: Turn): Promise<void> {
    const lane = isFirst ? this.#first : this.#others;
    if (lane.sizeOf(group) >= this.#limits.waitingOfGroup) throw tooMany();
    if (this.#first.size + this.#others.size >= this.#limits.waiting) this.#makeRoom(lane, group);
    return new Promise((begin, refuse) => lane.add(group, { begin, refuse }));
  }

  // Whoever goes first takes a place of the others as long as there is one.
  #makeRoom(lane: Lane, group: string): void {
    if (lane === this.#first && this.#others.size > 0) {
      this.#others.dropLastOf(this.#others.largest());
      return;
    }
    const largest = lane.largest();
    if (lane.sizeOf(largest) <= lane.sizeOf(group) + 1) throw tooMany();
    lane.dropLastOf(largest);
  }

  #next(): Waiting | undefined {
    const isForOthers = this.#firstInARow >= FIRST_IN_A_ROW && this.#others.size > 0;
    if (this.#first.size > 0 && !isForOthers) {
      this.#firstInARow++;
      return this.#first.take();
    }
    this.#firstInARow = 0;
    return this.#others.take();
  }
}

/** What waits, by group; the groups take turns. */
class Lane {
  /** In the order of whose turn is next. */
  readonly #groups = new Map<string, Waiting[]>();
  size = 0;

  sizeOf(group: string): number {
    return this.#groups.get(group)?.length ?? 0;
  }

  add(group: string, waiting: Waiting): void {
    const queue = this.#groups.get(group);
    if (queue) queue.push(waiting);
    else this.#groups.set(group, [waiting]);
    this.size++;
  }

  take(): Waiting | undefined {
    const [next] = this.#groups;
    if (!next) return undefined;
    const [group, queue] = next;
    const taken = queue.shift();
    this.#groups.delete(group);
    if (queue.length > 0) this.#groups.set(group, queue);
    this.size--;
    return taken;
  }

  largest(): string {
    let largest = '';
    for (const group of this.#groups.keys()) {
      if (this.sizeOf(group) > this.sizeOf(largest)) largest = group;
    }
    return largest;
  }

  dropLastOf(group: string): void {
    const queue = this.#groups.get(group);
    const dropped = queue?.pop();
    if (!dropped) return;
    if (queue!.length === 0) this.#groups.delete(group);
    this.size--;
    dropped.refuse(tooMany());
  }
}

function tooMany(): ApiError {
  return new ApiError('unavailable', 'Too many people sign in at this moment.', {
    retryAfterSeconds: 2,
  });
}
