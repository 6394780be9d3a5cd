import type { ServerResponse } from 'node:http';

import type { ConsoleEvent } from '@host/contracts';

import { REGISTRY_TOPIC } from '../hosting/records/registryChanges.ts';
import { ACTION_TOPIC } from '../operations/actions/AdminActions.ts';
import type { Caller } from '../operations/identity/Caller.ts';
import { DEVICE_CHANGE } from '../push/devices/deviceChanges.ts';
import type { Change, Database } from '../storage/database/Database.types.ts';

const LOOK_EVERY_MS = 1000;
/** Also tells a page, and the proxies between, that the stream lives. */
const CHECK_EVERY_MS = 15_000;
/** Pages of one token that listen on one node, so that nobody takes the places of all others. */
export const MAX_STREAMS_PER_TOKEN = 50;
/** For what a page that is let go has not read. */
const END_WITHIN_MS = 10_000;
/** What may wait for a page that does not read. */
const MAX_WAITING_BYTES = 1024 * 1024;

interface Stream {
  caller: Caller;
  response: ServerResponse;
}

interface ChangeStreamsOptions {
  db: Database;
  /** Something that is another text when messages, or those of one sender, were sent, or got further. */
  progress: (sender?: string) => Promise<string>;
  /** How many devices are connected now. */
  connected: () => Promise<number>;
  /** Which mini-apps crashed since the last look. */
  crashes: { look(now: number): Promise<ReadonlySet<string>>; forget(): void };
  lookEveryMs?: number;
  checkEveryMs?: number;
}

/**
 * Tells pages of the console what changed, on whichever node it was. It tells that, never what: pages read it again, with
 * the rights that they have then.
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
  /** The same of those who see what they sent themselves alone. */
  readonly #own = new Map<string, string>();

  constructor(options: ChangeStreamsOptions) {
    this.#options = options;
    this.#stopListening = options.db.onChange((change) => this.#hear(change));
  }

  /** How many pages listen. */
  get size(): number {
    return this.#streams.size;
  }

  /** How many pages of a token listen. */
  sizeOf({ actor }: Pick<Caller, 'actor'>): number {
    return [...this.#streams].filter(({ caller }) => caller.actor === actor).length;
  }

  /** Tells a page of changes until it leaves, or may not listen any more. One that has left already gets no place. */
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
    // What comes from now on is told, not what comes after the first second.
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

  /** These are too many to be told one by one: once a second it is looked whether there is anything new. */
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
    // Without the database nothing changes; what is missed is noticed at the next look.
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

  /** Whether what somebody sent themselves got further since the last look. */
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
 * Whether there is somebody at the other end who would notice its end: a page can leave while its token is looked up, and a
 * response behind another one of the same connection has none while that goes on.
 */
function canListen({ destroyed, socket }: ServerResponse): boolean {
  return !destroyed && socket !== null && !socket.destroyed;
}

/** Who has some mini-apps hears of these, and not of what is done elsewhere; of messages it is told apart who sent them. */
function mayHear({ apps }: Caller, { kind, key }: ConsoleEvent): boolean {
  if (!apps || kind === 'all') return true;
  return (kind === 'mini-app' || kind === 'crash') && key !== undefined && apps.includes(key);
}

function tell({ response }: Stream, event: ConsoleEvent): void {
  // It opens another one once it reads again, and then reads everything anew.
  if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
  else response.write(`data: ${JSON.stringify(event)}\n\n`);
}
