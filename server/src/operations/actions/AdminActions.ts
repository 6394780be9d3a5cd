import { createHash } from 'node:crypto';

import type { AuditChange } from '@host/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import type { Database, HeldLock, Transaction } from '../../storage/database/Database.types.ts';
import { IDEMPOTENCY_KEY_FORM, isIdempotencyKey } from '../../http/headers/idempotencyKey.ts';
import { appendAudit } from '../audit/auditRows.ts';
import { MAX_ANSWERS_PER_TOKEN } from '../quotas/quotaLimits.ts';
import { AnswerQuota } from './idempotency/AnswerQuota.ts';
import { findAnswer, keepAnswer } from './idempotency/idempotencyRows.ts';
import { seal, unseal } from './idempotency/seal.ts';

/** The notification topic for actions, on every node; the key is the name of the action. */
export const ACTION_TOPIC = 'action';

/** The name of an action in the audit log. */
export interface ActionName {
  action: string;
  target: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: object;
  /** Details for the audit log. */
  details?: Record<string, unknown>;
  /** The state before and after, for the audit log. */
  change?: AuditChange;
  /** Further effects of the action, for the audit log. */
  consequences?: readonly (ActionName & { details: Record<string, unknown> })[];
}

/** Commits the effect of an action, its audit entry and its stored answer together. */
export type Commit = (effect: (tx: Transaction) => Promise<Answer>) => Promise<Answer>;

/** An Idempotency-Key whose lock this request holds. */
interface HeldKey {
  key: string;
  lock: HeldLock;
}

/**
 * Every change by the admin API goes through here: the change, its audit entry and the answer for the request's
 * Idempotency-Key are committed in one transaction, so that none ever exists without the others.
 */
export class AdminActions {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #answers: AnswerQuota;

  constructor(
    db: Database,
    {
      now = Date.now,
      onFull,
    }: {
      now?: () => number;
      /** Called when too many answers are stored for a token. */ onFull?: () => void;
    } = {},
  ) {
    this.#db = db;
    this.#now = now;
    this.#answers = new AnswerQuota(db, { max: MAX_ANSWERS_PER_TOKEN, now, onFull });
  }

  /** Performs an action and sends its answer. `run` may answer without committing when there is nothing to change. */
  async perform(
    request: FastifyRequest,
    reply: FastifyReply,
    name: ActionName,
    run: (commit: Commit) => Promise<Answer>,
  ): Promise<FastifyReply> {
    const key = request.method === 'POST' ? idempotencyKey(request) : undefined;
    // Checked before anything is replaced, and again at the commit, since storing files takes time.
    await request.caller.refuseRevoked(this.#db);
    const answer =
      key === undefined
        ? await run(this.#committer(request, name, undefined))
        : await this.#alone(`${request.caller.actor}:${key}`, (lock) =>
            this.#once(request, name, { key, lock }, run),
          );
    return reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .send(answer.body);
  }

  /** Adds an audit entry for reading sensitive data. */
  async note(request: FastifyRequest, name: ActionName): Promise<void> {
    const { actor } = request.caller;
    const told = { at: this.#now(), actor, address: request.address, requestId: request.id };
    await appendAudit(this.#db, { ...name, ...told, details: {} });
  }

  /** Waits for a running request with the same key; throws if that takes too long. */
  async #alone(key: string, run: (lock: HeldLock) => Promise<Answer>): Promise<Answer> {
    let isWaiting = true;
    try {
      return await this.#db.withLock(`idempotency:${key}`, (lock) => {
        isWaiting = false;
        return run(lock);
      });
    } catch (error) {
      if (!isWaiting || !(error instanceof ApiError && error.code === 'unavailable')) throw error;
      throw inProgress(error);
    }
  }

  async #once(
    request: FastifyRequest,
    name: ActionName,
    { key, lock }: HeldKey,
    run: (commit: Commit) => Promise<Answer>,
  ): Promise<Answer> {
    const kept = await findAnswer(this.#db, request.caller.actor, key, this.#now());
    if (!kept) {
      await this.#answers.requireRoom(request.caller.actor);
      return run(this.#committer(request, name, { key, lock }));
    }
    if (kept.request_hash !== requestHash(request)) {
      throw new ApiError('idempotency-key-reused', `The key "${key}" belongs to another request.`);
    }
    return {
      status: kept.status,
      headers: {
        ...(JSON.parse(kept.headers) as Record<string, string>),
        'idempotent-replay': 'true',
      },
      body: JSON.parse(opened(kept.body, request, key)) as object,
    };
  }

  #committer(request: FastifyRequest, name: ActionName, held: HeldKey | undefined): Commit {
    return (effect) =>
      this.#db.transaction(async (tx) => {
        await held?.lock.demand(tx);
        await request.caller.refuseRevoked(tx);
        const answer = await effect(tx);
        const now = this.#now();
        const { actor } = request.caller;
        const told = { at: now, actor, address: request.address, requestId: request.id };
        await appendAudit(tx, {
          ...name,
          ...told,
          details: answer.details ?? {},
          change: answer.change,
        });
        for (const each of answer.consequences ?? []) await appendAudit(tx, { ...each, ...told });
        await tx.notify({ topic: ACTION_TOPIC, key: name.action });
        if (held) {
          const kept = {
            request_hash: requestHash(request),
            status: answer.status,
            headers: JSON.stringify(answer.headers ?? {}),
            // An answer may contain the secret of a new token: only its caller can decrypt it.
            body: seal(JSON.stringify(answer.body), request.caller.sealingKey()),
          };
          // A node of another release, which locks differently, may have done it meanwhile.
          if (!(await keepAnswer(tx, actor, held.key, kept, now))) throw inProgress();
        }
        return answer;
      });
  }
}

// The root token may be replaced within the day that an answer is stored; only the old one decrypts it.
function opened(sealed: string, request: FastifyRequest, key: string): string {
  try {
    return unseal(sealed, request.caller.sealingKey());
  } catch (cause) {
    throw new ApiError('idempotency-key-reused', `The key "${key}" was used with another token.`, {
      cause,
    });
  }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (isIdempotencyKey(key)) return key;
  throw new ApiError('invalid-header', `${IDEMPOTENCY_KEY_FORM}.`);
}

function requestHash(request: FastifyRequest): string {
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex');
}

function inProgress(cause?: unknown): ApiError {
  const detail = 'The request before it is not answered yet.';
  return new ApiError('idempotency-in-progress', detail, { retryAfterSeconds: 5, cause });
}
