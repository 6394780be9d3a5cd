import { timingSafeEqual } from 'node:crypto';

import { type ServerKeyScope, miniAppTopic } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import { REGISTRY_TOPIC } from '../../hosting/records/registryChanges.ts';
import { bearerIn } from '../../http/headers/bearerIn.ts';
import type { AdminTokens } from '../../operations/identity/adminTokens.ts';
import type { Caller, ProvenGroups } from '../../operations/identity/Caller.ts';
import { hashOf, sha256 } from '../../operations/identity/IssuedSecrets.ts';
import {
  type SecretGeneration,
  acceptedSecret,
} from '../../operations/identity/replaceableSecrets.ts';
import { touchSecret } from '../../operations/identity/secretRows.ts';
import { ChangeCache } from '../../storage/database/ChangeCache.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { SERVER_KEY_ACTOR } from './platformSenders.ts';
import { type SendingApp, sendingApp } from './SendingApp.ts';
import { type ServerKeyRow, findServerKey } from './serverKeyRows.ts';
import { SERVER_KEY_CHANGE, namesIn, scopesOf, serverKeySecrets } from './serverKeys.ts';

const MAX_REMEMBERED = 1000;
const TOUCH_EVERY_MS = 60_000;

/** A sender of pushes, and what it may do. */
export interface Sender {
  actor: string;
  scopes: ReadonlySet<ServerKeyScope> | 'all';
  /** The host apps whose devices it may reach; undefined for all. */
  apps: ReadonlySet<string> | undefined;
  /** The mini-apps in whose name it sends, by id; undefined for a sender of the host. */
  miniApps: ReadonlyMap<string, SendingApp> | undefined;
  /** Whether it is the platform itself, which may read and cancel what others sent. */
  isAdmin?: boolean | undefined;
  /** Whether it has an admin token, like everybody in the console: its sends are recorded in the audit log. */
  isOperator?: boolean | undefined;
  /** Set for a person who signed in to the console by an identity provider. */
  proven?: ProvenGroups | undefined;
}

/** A sender whose key was looked up. */
interface KnownSender {
  sender: Sender;
  row: Pick<ServerKeyRow, 'id' | 'secret_hash'>;
  generation: SecretGeneration;
  /** Until when the secret is accepted. */
  endsAt: number;
  /** When its use was last recorded. */
  notedAt: number;
}

const SERVER_KEY_SENDER: Sender = {
  actor: SERVER_KEY_ACTOR,
  scopes: 'all',
  apps: undefined,
  miniApps: undefined,
};
const UNBOUND = { apps: undefined, miniApps: undefined };
const NO_HOST_APPS: ReadonlySet<string> = new Set();

/** Authenticates senders by SERVER_KEY, an issued key, or an admin token with the scope `push`. */
export class Senders {
  readonly #db: Database;
  readonly #tokens: AdminTokens;
  readonly #serverKeys: readonly Buffer[];
  // A cache: looking up a key takes longer than sending a message.
  readonly #known: ChangeCache<KnownSender>;
  readonly #now: () => number;

  constructor(
    db: Database,
    serverKeys: readonly string[],
    tokens: AdminTokens,
    now: () => number = Date.now,
  ) {
    this.#now = now;
    this.#db = db;
    this.#tokens = tokens;
    this.#serverKeys = serverKeys.map((each) => Buffer.from(each));
    this.#known = new ChangeCache(db, {
      max: MAX_REMEMBERED,
      forgets: { [SERVER_KEY_CHANGE]: 'all', [REGISTRY_TOPIC]: 'all' },
    });
  }

  /** The sender of an `Authorization` header, `key=<key>` or `Bearer <key>`; undefined when the key is not valid. */
  async authenticate(authorization: string | undefined): Promise<Sender | undefined> {
    const bearer = bearerIn(authorization);
    const key = bearer ?? legacyKeyIn(authorization);
    if (key === undefined) return undefined;
    const remembered = this.#remembered(key);
    if (remembered) return remembered;
    const issued = await this.#known.load(digestOf(key), () => this.#issued(key));
    if (issued && issued.endsAt > this.#now()) return issued.sender;
    return bearer === undefined ? undefined : this.#admin(bearer);
  }

  /** The same from memory only. */
  remembered(authorization: string | undefined): Sender | undefined {
    const key = legacyKeyIn(authorization) ?? bearerIn(authorization);
    return key === undefined ? undefined : this.#remembered(key);
  }

  close(): void {
    this.#known.close();
  }

  #remembered(key: string): Sender | undefined {
    if (this.#isServerKey(key)) return SERVER_KEY_SENDER;
    const known = this.#known.get(digestOf(key));
    const now = this.#now();
    if (!known || known.endsAt <= now) return undefined;
    if (now - known.notedAt >= TOUCH_EVERY_MS) {
      known.notedAt = now;
      // No send waits for this, or fails with it: it is recorded again in a minute.
      touchSecret(this.#db, 'server_keys', known.row, known.generation, now).catch(() => {});
    }
    return known.sender;
  }

  // Most sends use it: comparing lengths first leaks its length, but saves a digest of every key.
  #isServerKey(key: string): boolean {
    const bytes = Buffer.from(key);
    for (const each of this.#serverKeys) {
      if (bytes.length === each.length && timingSafeEqual(bytes, each)) return true;
    }
    return false;
  }

  async #issued(key: string): Promise<KnownSender | undefined> {
    const parts = serverKeySecrets.parse(key);
    const row = parts && (await findServerKey(this.#db, parts.id));
    const now = this.#now();
    const accepted = row && acceptedSecret(row, hashOf(parts.secret), now);
    if (!accepted) return undefined;
    const noted = accepted.generation === 'current' ? row.last_used_at : row.previous_used_at;
    if (noted === null || now - noted >= TOUCH_EVERY_MS) {
      await touchSecret(this.#db, 'server_keys', row, accepted.generation, now);
    }
    const { id, secret_hash } = row;
    return {
      ...accepted,
      sender: await this.#senderOf(row),
      row: { id, secret_hash },
      notedAt: now,
    };
  }

  async #senderOf(row: ServerKeyRow): Promise<Sender> {
    const sender = { actor: row.id, scopes: new Set(scopesOf(row)) };
    const miniApps = namesIn(row.mini_apps);
    if (miniApps) return { ...sender, ...(await this.#forMiniApps(miniApps)) };
    // The ids as of when the key was issued, whatever is registered under them later.
    const apps = namesIn(row.apps);
    return { ...sender, apps: apps && new Set(apps), miniApps: undefined };
  }

  /** Mini-apps have no devices of their own: they reach topics and people. */
  async #forMiniApps(appIds: readonly string[]): Promise<Pick<Sender, 'apps' | 'miniApps'>> {
    const miniApps = new Map<string, SendingApp>();
    for (const id of appIds) {
      const found = await sendingApp(this.#db, id);
      if (found && found !== 'suspended') miniApps.set(id, found);
    }
    return { apps: NO_HOST_APPS, miniApps };
  }

  /** The caller of an admin token or console session that may send; undefined for a server key. */
  async callerOf(authorization: string | undefined): Promise<Caller | undefined> {
    const bearer = bearerIn(authorization);
    return bearer === undefined ? undefined : this.#callerWith(bearer);
  }

  async #admin(token: string): Promise<Sender | undefined> {
    const caller = await this.#callerWith(token);
    if (!caller) return undefined;
    const bound = caller.apps ? await this.#forMiniApps(caller.apps) : UNBOUND;
    return {
      actor: caller.actor,
      scopes: 'all',
      ...bound,
      isAdmin: caller.scopes.includes('admin'),
      isOperator: true,
      proven: caller.proven,
    };
  }

  async #callerWith(token: string): Promise<Caller | undefined> {
    try {
      const caller = await this.#tokens.authenticate(token);
      caller.requireScope('push');
      return caller;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return undefined;
      throw error;
    }
  }
}

/** The key of the cache. */
function digestOf(key: string): string {
  return sha256(key).toString('latin1');
}

/** The key in `key=<key>`, the form of the legacy protocol. */
function legacyKeyIn(authorization: string | undefined): string | undefined {
  return /^key=(\S+)$/i.exec(authorization ?? '')?.[1];
}

/** Whether a sender may reach devices of an app; null for a device that did not name one. */
export function mayReachApp({ apps }: Sender, app: string | null): boolean {
  return !apps || (app !== null && apps.has(app));
}

/**
 * Whether a sender may use a topic. A key for certain apps may only use their topics: others can have devices of any app.
 */
export function mayReachTopic({ apps, miniApps }: Sender, topic: string): boolean {
  if (!apps) return true;
  return isTopicOf([...apps, ...(miniApps?.keys() ?? [])], topic);
}

/** Whether a topic belongs to one of some apps. */
export function isTopicOf(apps: readonly string[], topic: string): boolean {
  return apps.some((app) => topic.startsWith(miniAppTopic(app, '')));
}

/** Whether a sender has a scope. */
export function hasScope({ scopes }: Sender, scope: ServerKeyScope): boolean {
  return scopes === 'all' || scopes.has(scope);
}
