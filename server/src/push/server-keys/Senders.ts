import { timingSafeEqual } from 'node:crypto';

import { type ServerKeyScope, miniAppTopic } from '@host/contracts';
import { LRUCache } from 'lru-cache';

import { ApiError } from '../../ApiError.ts';
import type { AdminTokens } from '../../identity/adminTokens.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { SERVER_KEY_CHANGE, appsOf, partsOfKey, scopesOf, sha256 } from './serverKeys.ts';
import { findServerKey } from './serverKeyRows.ts';

const MOST_REMEMBERED = 1000;

/** Who sends pushes, and what they may do. */
export interface Sender {
  actor: string;
  scopes: ReadonlySet<ServerKeyScope> | 'all';
  /** The only apps whose devices they may send to; undefined for all. */
  apps: ReadonlySet<string> | undefined;
}

const SERVER_KEY_SENDER: Sender = { actor: 'server-key', scopes: 'all', apps: undefined };

/** Says who a key belongs to: SERVER_KEY, an issued key, or an admin token with the scope `push`. */
export class Senders {
  readonly #db: Database;
  readonly #tokens: AdminTokens;
  readonly #serverKey: Buffer;
  // Looking a key up takes longer than sending a message.
  readonly #known = new LRUCache<string, Sender>({ max: MOST_REMEMBERED });
  readonly #stopListening: () => void;

  constructor(db: Database, serverKey: string, tokens: AdminTokens) {
    this.#db = db;
    this.#tokens = tokens;
    this.#serverKey = Buffer.from(serverKey);
    this.#stopListening = db.onChange((change) => {
      if (!change || change.topic === SERVER_KEY_CHANGE) this.#known.clear();
    });
  }

  /** Who sends an `Authorization` header, `key=<key>` or `Bearer <key>`; undefined when nobody known does. */
  async authenticate(authorization: string | undefined): Promise<Sender | undefined> {
    const { scheme, key } = keyIn(authorization);
    if (scheme === undefined || key === undefined) return undefined;
    const remembered = this.#remembered(key);
    if (remembered) return remembered;
    const issued = await this.#issued(key);
    if (issued) this.#known.set(digestOf(key), issued);
    return issued ?? (/^bearer/i.test(scheme) ? this.#admin(key) : undefined);
  }

  /** The same for those who need not be looked up. */
  remembered(authorization: string | undefined): Sender | undefined {
    const { key } = keyIn(authorization);
    return key === undefined ? undefined : this.#remembered(key);
  }

  close(): void {
    this.#stopListening();
  }

  #remembered(key: string): Sender | undefined {
    return this.#isServerKey(key) ? SERVER_KEY_SENDER : this.#known.get(digestOf(key));
  }

  // Most sends come with it: that its length can be found out costs less than a digest of every key.
  #isServerKey(key: string): boolean {
    const bytes = Buffer.from(key);
    return bytes.length === this.#serverKey.length && timingSafeEqual(bytes, this.#serverKey);
  }

  async #issued(key: string): Promise<Sender | undefined> {
    const parts = partsOfKey(key);
    const row = parts && (await findServerKey(this.#db, parts.id));
    if (!row || row.revoked_at !== null) return undefined;
    if (!timingSafeEqual(sha256(parts.secret), Buffer.from(row.secret_hash, 'hex'))) {
      return undefined;
    }
    const apps = appsOf(row);
    return {
      actor: row.id,
      scopes: new Set(scopesOf(row)),
      apps: apps && new Set(apps),
    };
  }

  async #admin(token: string): Promise<Sender | undefined> {
    try {
      const caller = await this.#tokens.authenticate(token);
      caller.demandScope('push');
      return { actor: caller.actor, scopes: 'all', apps: caller.apps && new Set(caller.apps) };
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return undefined;
      throw error;
    }
  }
}

/** What a key is remembered by. */
function digestOf(key: string): string {
  return sha256(key).toString('latin1');
}

function keyIn(
  authorization: string | undefined,
): Partial<Record<'scheme' | 'key', string | undefined>> {
  const [, scheme, key] = /^(key=|Bearer +)([^\s]+)$/i.exec(authorization?.trim() ?? '') ?? [];
  return { scheme, key };
}

/** Whether a sender may reach devices of an app; null for a device that did not name one. */
export function mayReachApp({ apps }: Sender, app: string | null): boolean {
  return !apps || (app !== null && apps.has(app));
}

/** Whether a sender may use a topic: a key for some apps has the topics of these, since everybody's devices may have any other. */
export function mayReachTopic({ apps }: Sender, topic: string): boolean {
  return !apps || [...apps].some((app) => topic.startsWith(miniAppTopic(app, '')));
}

/** Whether a sender has a scope. */
export function hasScope({ scopes }: Sender, scope: ServerKeyScope): boolean {
  return scopes === 'all' || scopes.has(scope);
}
