import type { StoredMessage } from '../messages/Message.types.ts';
import type { Connection } from './Connection.ts';
import type { DeliveryLedger } from './DeliveryLedger.ts';
import type { Audience, Routes } from './Routes.ts';
import { goTogether } from './Run.ts';
import type { SendToAll } from './SendToAll.types.ts';
import { type Portion, Sweep } from './Sweep.ts';
import { Track } from './Track.ts';
import { Volley } from './Volley.ts';

const DEVICES_AT_ONCE = 500;
/** How often what came meanwhile joins a round: each time makes a piece that every device acknowledges. */
const JOINS_PER_ROUND = 4;
/** What waits for a device that reads slowly is bounded by what it is sent at once. */
const MOST_IN_A_ROUND = 500;

/** So long a message is on its way at most that is to be had now or never. */
const NOW_OR_NEVER_MS = 60_000;

/** Takes messages that follow next, as long as all of them may go with what is being handed out. */
export type Following = (goesWith: (message: StoredMessage) => boolean) => readonly StoredMessage[];
const NOTHING: Following = () => [];

/** Hands messages out to the devices that are connected, in the order of positions. */
export class Delivery {
  readonly #routes: Routes;
  readonly #ledger: DeliveryLedger;
  readonly #head: () => number;
  readonly #volley: Volley;
  readonly #tracks = new WeakMap<Audience, Track>();
  /** Where begins what not everybody has yet who will get it; undefined when nothing is being handed out. */
  #unfinished: number | undefined;
  #looked = 0;
  /** What the volley consists of. */
  #written: Portion | undefined;

  constructor(options: {
    routes: Routes;
    ledger: DeliveryLedger;
    /** Everything up to here was handed to `deliver`, which may not be done with it. */
    head: () => number;
    sendToAll: SendToAll | undefined;
  }) {
    this.#routes = options.routes;
    this.#ledger = options.ledger;
    this.#head = options.head;
    this.#volley = new Volley(options.sendToAll);
  }

  /** Everything up to here was sent to a device. */
  sentUpTo(connection: Connection): number {
    if (!connection.isLive) return connection.delivery.sentUpTo;
    if (this.#unfinished === undefined) return this.#head();
    return Math.max(this.#unfinished - 1, connection.delivery.reached);
  }

  /**
   * Hands out messages that follow on everything that was handed out before. Pauses after every few hundred devices, so
   * that others get their turn: ten thousand writes take longer than anybody should wait for an answer.
   */
  *deliver(messages: readonly StoredMessage[], following = NOTHING): Generator<void> {
    const now = Date.now();
    const runs = [...runsOf(messages.filter((message) => isInTime(message, now)))];
    for (const [index, run] of runs.entries()) {
      const audience = this.#routes.audienceOf(run[0]!);
      // Most messages to single devices find nobody here.
      if (!audience) continue;
      const sweep = new Sweep(() => this.#trackOf(audience));
      sweep.add(run);
      const isLast = index === runs.length - 1;
      yield* this.#goRound(audience, sweep, isLast ? following : NOTHING);
    }
    this.#unfinished = undefined;
  }

  /** Writes to one after the other until everybody has everything, with what came meanwhile. */
  *#goRound(audience: Audience, sweep: Sweep, following: Following): Generator<void> {
    const size = 'size' in audience ? audience.size : audience.length;
    let now = performance.now();
    let passed = 0;
    for (let begun = 0; sweep.end > begun;) {
      // Everybody has what there was when the last round began.
      sweep.forget(begun);
      begun = sweep.end;
      this.#unfinished = sweep.first.position;
      for (const connection of audience) {
        passed++;
        if (++this.#looked % DEVICES_AT_ONCE === 0) {
          this.#fire();
          yield;
          now = performance.now();
          if (passed * JOINS_PER_ROUND >= size) {
            passed = 0;
            this.#join(audience, sweep, following);
          }
        }
        const isMeant = connection.isLive && sweep.isFor(connection.app);
        const portion = isMeant ? sweep.after(connection.delivery.reached) : undefined;
        if (portion && canTake(connection, portion)) this.#write(connection, portion, now);
      }
      this.#fire();
    }
  }

  #join(audience: Audience, sweep: Sweep, following: Following): void {
    // When all have left, those who come afterwards are another audience.
    const isSame = this.#routes.audienceOf(sweep.first) === audience;
    if (!isSame || sweep.size >= MOST_IN_A_ROUND) return;
    const more = following((message) => goTogether(sweep.first, message));
    if (more.length > 0) sweep.add(more);
  }

  #write(connection: Connection, portion: Portion, now: number): void {
    if (portion !== this.#written) {
      this.#fire();
      this.#written = portion;
    }
    portion.devices++;
    connection.delivery.sendLive(portion.end);
    for (const { track, index } of portion.stretches) connection.remember(track, index, now);
    this.#volley.add(connection.wire, portion.run);
    if (portion.isForDevices) this.#ledger.noteAll(portion.run.piece, connection.deviceId, 'sent');
  }

  /** Before anything else can be written to the connections, or close them. */
  #fire(): void {
    const portion = this.#written;
    if (!portion) return;
    this.#written = undefined;
    this.#volley.fire(portion.run);
    const devices = portion.devices;
    portion.devices = 0;
    if (portion.isForDevices) return;
    for (const { run } of portion.stretches) this.#ledger.countAll(run.piece, 'sent', devices);
  }

  /** What was sent to an audience before, as long as it is the same one. */
  #trackOf(audience: Audience): Track {
    let track = this.#tracks.get(audience);
    if (!track || track.isOver) this.#tracks.set(audience, (track = new Track()));
    return track;
  }
}

/** A server that was away hands out late what was scheduled meanwhile. */
function isInTime({ sendAt, expiresAt }: StoredMessage, now: number): boolean {
  return now < (expiresAt === sendAt ? sendAt + NOW_OR_NEVER_MS : expiresAt);
}

/** One that cannot gets what is stored from here on, when it has taken what it got. */
function canTake(connection: Connection, { run }: Portion): boolean {
  if (connection.hasRoom) return true;
  connection.delivery.fallBehind(run.first.position - 1);
  return false;
}

/** Messages that follow on each other and go to the same topic are one run. */
function* runsOf(messages: readonly StoredMessage[]): Generator<readonly StoredMessage[]> {
  for (let start = 0; start < messages.length;) {
    const first = messages[start]!;
    let end = start + 1;
    while (end < messages.length && goTogether(first, messages[end]!)) end++;
    yield messages.slice(start, end);
    start = end;
  }
}
