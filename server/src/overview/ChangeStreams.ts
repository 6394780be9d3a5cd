import type { ServerResponse } from 'node:http';

import type { ConsoleEvent } from '@host/contracts';

import { REGISTRY_TOPIC } from '../hosting/records/registryChanges.ts';
import { ACTION_TOPIC } from '../operations/actions/AdminActions.ts';
import type { Caller } from '../operations/identity/Caller.ts';
import { DEVICE_CHANGE } from '../push/devices/deviceChanges.ts';
import type { Change, Database } from '../storage/database/Database.types.ts';

const LOOK_EVERY_MS = 1000;
/** How often callers are checked; it also serves as a keep-alive for pages and proxies. */
const CHECK_EVERY_MS = 15_000;
/** Streams of one token on one node, so that nobody takes the slots of everybody else. */
export const MAX_STREAMS_PER_TOKEN = 50;
/** How long the pages of an ended stream have to read the rest. */
const END_WITHIN_MS = 10_000;
/** The most that is buffered for a page that does not read. */
const MAX_WAITING_BYTES = 1024 * 1024;

interface Stream {
  caller: Caller;
  response: ServerResponse;
}

interface ChangeStreamsOptions {
  db: Database;
  /** A fingerprint that changes whenever messages, or those of one sender, are sent or make progress. */
  progress: (sender?: string) => Promise<string>;
  /** How many devices are connected now. */
  connected: () => Promise<number>;
  /** Polls for mini-apps that crashed since the last look. */
  crashes: { look(now: number): Promise<ReadonlySet<string>>; forget(): void };
  lookEveryMs?: number;
  checkEveryMs?: number;
}

/**
 * Tells pages of the console that something changed, on whichever node. Events say only what to reload, never the data:
 * pages read it again, with the rights that they have then.
 */
export class ChangeStreams {
  readonly #options: ChangeStreamsOptions;
  readonly #streams = new Set<Stream>();
  readonly #stopListening: () => void;
  #timers: NodeJS.Timeout[] = [];
  #progress: string | undefined;
  #connected: number | undefined;
  /** Whether devices were registered, changed or removed since the last look. */
  #areDevicesChanged = false;
  /** The same for callers who only see their own messages, by actor. */
  readonly #own = new Map<string, string>();

  constructor(options: ChangeStreamsOptions) {
    this.#options = options;
    this.#stopListening = options.db.onChange((change) => this.#hear(change));
  }

  /** The number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  /** The number of open streams of a token. */
  sizeOf({ actor }: Pick<Caller, 'actor'>): number {
    return [...this.#streams].filter(({ caller }) => caller.actor === actor).length;
  }

  /** Streams changes to a page until it disconnects or loses its rights. A page that is gone already is ignored. */
  add(caller: Caller, response: ServerResponse): void {
    if (!canListen(response)) {
      response.destroy();
      return;
    }
    const stream = { caller, response };
    this.#streams.add(stream);
    if (caller.apps && !this.#own.has(caller.actor)) void this.#lookAt(caller.actor);
    response.on('close', () => this.#remove(stream));
    tell(stream, { kind: 'hello' });
    if (this.#timers.length > 0) return;
    // Takes the baseline now, so that changes within the first second are not missed.
    void this.#look();
    const { lookEveryMs = LOOK_EVERY_MS, checkEveryMs = CHECK_EVERY_MS } = this.#options;
    this.#timers = [
      setInterval(() => void this.#look(), lookEveryMs).unref(),
      setInterval(() => void this.#check(), checkEveryMs).unref(),
    ];
  }

  close(): void {
    this.#stopListening();
    for (const stream of this.#streams) this.#end(stream);
  }

  #end(stream: Stream): void {
    const { response } = stream;
    response.end();
    setTimeout(() => response.destroy(), END_WITHIN_MS).unref();
    this.#remove(stream);
  }

  #remove(stream: Stream): void {
    this.#streams.delete(stream);
    if (this.sizeOf(stream.caller) === 0) this.#own.delete(stream.caller.actor);
    if (this.#streams.size > 0) return;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    this.#progress = undefined;
    this.#connected = undefined;
    this.#areDevicesChanged = false;
    this.#options.crashes.forget();
  }

  #hear(change: Change | undefined): void {
    if (!change) this.#tellAll({ kind: 'all' });
    else if (change.topic === ACTION_TOPIC) this.#tellAll({ kind: 'action', key: change.key });
    else if (change.topic === REGISTRY_TOPIC) this.#tellAll({ kind: 'mini-app', key: change.key });
    else if (change.topic === DEVICE_CHANGE) this.#areDevicesChanged = this.#streams.size > 0;
  }

  #tellAll(event: ConsoleEvent): void {
    for (const stream of this.#streams) {
      if (mayHear(stream.caller, event)) tell(stream, event);
    }
  }

  /** Polls once a second for changes that are too frequent to be sent one by one. */
  async #look(): Promise<void> {
    await Promise.all([this.#lookAtMessages(), this.#lookAtDevices(), this.#lookAtCrashes()]);
  }

  async #lookAtDevices(): Promise<void> {
    const connected = await this.#options.connected().catch(() => this.#connected);
    const isNew = this.#connected !== undefined && connected !== this.#connected;
    this.#connected = connected;
    if (!isNew && !this.#areDevicesChanged) return;
    this.#areDevicesChanged = false;
    this.#tellAll({ kind: 'devices' });
  }

  async #lookAtCrashes(): Promise<void> {
    const apps = await this.#options.crashes.look(Date.now()).catch(() => new Set<string>());
    for (const key of apps) this.#tellAll({ kind: 'crash', key });
  }

  async #lookAtMessages(): Promise<void> {
    // If the database is unavailable, the change is noticed at the next poll.
    const progress = await this.#options.progress().catch(() => this.#progress);
    const isNew = this.#progress !== undefined && progress !== this.#progress;
    this.#progress = progress;
    if (!isNew) return;
    this.#tellAll({ kind: 'messages' });
    const restricted = [...this.#streams].filter(({ caller }) => caller.apps);
    for (const actor of new Set(restricted.map(({ caller }) => caller.actor))) {
      if (!(await this.#lookAt(actor))) continue;
      for (const stream of restricted) {
        if (stream.caller.actor === actor) tell(stream, { kind: 'messages' });
      }
    }
  }

  /** Whether the messages of one sender made progress since the last poll. */
  async #lookAt(actor: string): Promise<boolean> {
    const before = this.#own.get(actor);
    const progress = await this.#options.progress(actor).catch(() => before);
    if (progress === undefined || this.sizeOf({ actor }) === 0) return false;
    this.#own.set(actor, progress);
    return before !== undefined && before !== progress;
  }

  /** Ends the streams of those whose session or token has ended. */
  async #check(): Promise<void> {
    for (const stream of this.#streams) {
      try {
        await stream.caller.refuseEnded(this.#options.db);
        await stream.caller.readReachAgain(this.#options.db);
        tell(stream, { kind: 'here' });
      } catch {
        this.#end(stream);
      }
    }
  }
}

/**
 * Whether a response still has a connection whose end would be noticed. A page can disconnect while its token is looked up,
 * and a pipelined response has no socket until the one before it has ended.
 */
function canListen({ destroyed, socket }: ServerResponse): boolean {
  return !destroyed && socket !== null && !socket.destroyed;
}

/** Callers restricted to some mini-apps get events about these only; for messages, it depends on who sent them. */
function mayHear({ apps }: Caller, { kind, key }: ConsoleEvent): boolean {
  if (!apps || kind === 'all') return true;
  return (kind === 'mini-app' || kind === 'crash') && key !== undefined && apps.includes(key);
}

function tell({ response }: Stream, event: ConsoleEvent): void {
  // The page reconnects once it reads again, and then reloads everything.
  if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
  else response.write(`data: ${JSON.stringify(event)}\n\n`);
}
