import { createHmac } from 'node:crypto';

import { LIMITS, type ConsoleSession, type ConsoleSignIn, roleOf } from '@host/contracts';

import type { FastifyBaseLogger } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import type { Database, Queries } from '../../storage/database/Database.types.ts';
import type { AdminTokens } from '../identity/adminTokens.ts';
import type { Caller } from '../identity/Caller.ts';
import { IssuedSecrets, hasHash } from '../identity/IssuedSecrets.ts';
import { MAX_CONSOLE_SESSIONS_PER_TOKEN } from '../quotas/quotaLimits.ts';
import { Sweeper } from '../Sweeper.ts';
import { readConsoleLink } from './consoleLinks.ts';
import {
  type ConsoleSessionRow,
  deleteConsoleSession,
  deleteOldest,
  findConsoleSession,
  forgetEnded,
  insertConsoleSession,
  touchConsoleSession,
  useLink,
} from './consoleSessionRows.ts';

const secrets = new IssuedSecrets('hcs');
const TOUCH_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;
const ROOT_NAME = 'ADMIN_TOKEN';

interface ConsoleSessionsDeps {
  db: Database;
  tokens: AdminTokens;
  /** The root tokens that are accepted now. */
  rootTokens: readonly string[];
  now?: () => number;
}

/** A request of the console: who asks, and by which session. */
export interface SignedIn {
  session: ConsoleSession;
  caller: Caller;
}

/**
 * The sessions of the console. Each stands for the token that started it, and has what that token has at the moment: when
 * the token is revoked or replaced, its sessions end with it.
 */
export class ConsoleSessions {
  readonly #db: Database;
  readonly #tokens: AdminTokens;
  readonly #rootTokens: readonly string[];
  readonly #now: () => number;

  constructor({ db, tokens, rootTokens, now = Date.now }: ConsoleSessionsDeps) {
    this.#db = db;
    this.#tokens = tokens;
    this.#rootTokens = rootTokens;
    this.#now = now;
  }

  /** Starts a session. `secret` goes into the cookie and is stored nowhere. */
  async signIn(
    credentials: ConsoleSignIn,
    address: string,
  ): Promise<SignedIn & { secret: string }> {
    const now = this.#now();
    const link = 'link' in credentials ? this.#linkOf(credentials.link, now) : undefined;
    const token = link?.rootToken ?? (credentials as { token: string }).token;
    const { actor } = await this.#tokens.authenticate(token);
    const tokenId = actor === 'root' ? null : actor;
    const { id, text, hash } = secrets.issue(now);
    const row: ConsoleSessionRow = {
      id,
      secret_hash: hash,
      token_id: tokenId,
      root_proof: tokenId === null ? proofOf(text, token) : null,
      address,
      created_at: now,
      last_used_at: now,
      expires_at: now + LIMITS.consoleSessionSeconds * 1000,
    };
    await this.#db.transaction(async (tx) => {
      if (link && !(await useLink(tx, link.id, now))) throw linkInvalid();
      await insertConsoleSession(tx, row);
      await deleteOldest(tx, tokenId, MAX_CONSOLE_SESSIONS_PER_TOKEN);
    });
    return { ...(await this.authenticate(text)), secret: text };
  }

  /** Who has the secret of a session; throws when it has ended. */
  async authenticate(secret: string): Promise<SignedIn> {
    const now = this.#now();
    const parts = secrets.parse(secret);
    const row = parts && (await findConsoleSession(this.#db, parts.id));
    if (!row || !hasHash(parts.secret, row.secret_hash) || hasEnded(row, now)) throw sessionEnded();
    const caller = await this.#callerOf(row, secret);
    if (now - row.last_used_at >= TOUCH_EVERY_MS) await touchConsoleSession(this.#db, row.id, now);
    return { session: sessionOf(row, row.token_name ?? ROOT_NAME, caller), caller };
  }

  async end(id: string): Promise<void> {
    await deleteConsoleSession(this.#db, id);
  }

  /** Deletes sessions that have ended. */
  async sweep(): Promise<void> {
    const now = this.#now();
    const linksBefore = now - 2 * LIMITS.consoleLinkSeconds * 1000;
    await forgetEnded(this.#db, { now, idleSince: idleSince(now), linksBefore });
  }

  async #callerOf(row: ConsoleSessionRow, secret: string): Promise<Caller> {
    const demandAlive = async (db: Queries) => {
      if (!(await findConsoleSession(db, row.id))) throw sessionEnded();
    };
    if (row.token_id !== null) {
      return this.#tokens.callerOf(row.token_id, { secret, demandAlive });
    }
    const isAccepted = this.#rootTokens.some((each) => proofOf(secret, each) === row.root_proof);
    if (!isAccepted) throw sessionEnded();
    return this.#tokens.callerOf('root', { secret, demandAlive });
  }

  #linkOf(text: string, now: number): { id: string; rootToken: string } {
    const link = readConsoleLink(text, this.#rootTokens, now);
    if (!link) throw linkInvalid();
    return link;
  }
}

/** Deletes sessions that have ended, every so often. */
export function consoleSweeper(
  sessions: Pick<ConsoleSessions, 'sweep'>,
  logger: FastifyBaseLogger | undefined,
): Sweeper {
  return new Sweeper({
    sweep: () => sessions.sweep(),
    everyMs: SWEEP_EVERY_MS,
    failure: 'sessions of the console that have ended stay for now',
    logger,
  });
}

/** The time before which a session that was not used since has ended. */
export function idleSince(now: number): number {
  return now - LIMITS.consoleIdleSeconds * 1000;
}

/** The error for a session that is not there any more. */
export function sessionEnded(): ApiError {
  return new ApiError('console-session-ended', 'Nobody is signed in to the console.');
}

function linkInvalid(): ApiError {
  return new ApiError('console-link-invalid', 'The link was used already, or is too old.');
}

function hasEnded(row: ConsoleSessionRow, now: number): boolean {
  return row.expires_at <= now || row.last_used_at <= idleSince(now);
}

/** Ties a session to a root token without storing anything that the token could be guessed from. */
function proofOf(secret: string, rootToken: string): string {
  return createHmac('sha256', secret).update(rootToken).digest('base64url');
}

function sessionOf(row: ConsoleSessionRow, name: string, caller: Caller): ConsoleSession {
  const role = caller.actor === 'root' ? 'admin' : roleOf(caller.scopes);
  return {
    id: row.id,
    actor: caller.actor,
    name,
    ...(role && { role }),
    scopes: [...caller.scopes],
    ...(caller.apps && { apps: [...caller.apps] }),
    ...(caller.publisher !== undefined && { publisher: caller.publisher }),
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    idleSeconds: LIMITS.consoleIdleSeconds,
  };
}
