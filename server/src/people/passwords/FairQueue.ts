import { ApiError } from '../../errors/ApiError.ts';

/** Who a task is queued for. */
export interface Turn {
  /** The network of the caller; groups take turns. */
  group: string;
  /** Whether it has priority, as for people with a session. */
  isFirst: boolean;
}

/** How many may run and wait. */
export interface TurnLimits {
  atOnce: number;
  queued: number;
  queuedPerGroup: number;
}

/** After this many tasks with priority comes one without, so that those are not starved. */
const FIRST_IN_A_ROW = 3;

interface QueuedTask {
  begin: () => void;
  refuse: (error: ApiError) => void;
}

/**
 * Runs a few tasks at once and queues the others fairly: groups take turns, however many tasks one of them has, and when
 * the queue is full, the group with the most tasks loses one.
 */
export class FairQueue {
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
      // The slot goes to the next task directly: no new one can slip in.
      const next = this.#next();
      if (next) next.begin();
      else this.#running--;
    }
  }

  #wait({ group, isFirst }: Turn): Promise<void> {
    const lane = isFirst ? this.#first : this.#others;
    if (lane.sizeOf(group) >= this.#limits.queuedPerGroup) throw tooMany();
    if (this.#first.size + this.#others.size >= this.#limits.queued) this.#makeRoom(lane, group);
    return new Promise((begin, refuse) => lane.add(group, { begin, refuse }));
  }

  // A task with priority displaces one without, as long as there is one.
  #makeRoom(lane: Lane, group: string): void {
    if (lane === this.#first && this.#others.size > 0) {
      this.#others.dropLastOf(this.#others.largest());
      return;
    }
    const largest = lane.largest();
    if (lane.sizeOf(largest) <= lane.sizeOf(group) + 1) throw tooMany();
    lane.dropLastOf(largest);
  }

  #next(): QueuedTask | undefined {
    const isForOthers = this.#firstInARow >= FIRST_IN_A_ROW && this.#others.size > 0;
    if (this.#first.size > 0 && !isForOthers) {
      this.#firstInARow++;
      return this.#first.take();
    }
    this.#firstInARow = 0;
    return this.#others.take();
  }
}

/** Queued tasks by group. */
class Lane {
  /** In the order of turns. */
  readonly #groups = new Map<string, QueuedTask[]>();
  size = 0;

  sizeOf(group: string): number {
    return this.#groups.get(group)?.length ?? 0;
  }

  add(group: string, task: QueuedTask): void {
    const queue = this.#groups.get(group);
    if (queue) queue.push(task);
    else this.#groups.set(group, [task]);
    this.size++;
  }

  take(): QueuedTask | undefined {
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
