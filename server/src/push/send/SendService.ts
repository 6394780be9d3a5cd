import { createHash, randomInt } from 'node:crypto';

import { LIMITS, type PushErrorCode, parseCondition, topicsOfCondition } from '@host/contracts';

import type { RequestBudgets } from '../../http/rate-limits/budgets/RequestBudgets.ts';
import { RequestCounter } from '../../http/rate-limits/RequestCounter.ts';
import { AnswerQuota } from '../../operations/actions/idempotency/AnswerQuota.ts';
import { findAnswer } from '../../operations/actions/idempotency/idempotencyRows.ts';
import { MAX_ANSWERS_PER_SENDER } from '../../operations/quotas/quotaLimits.ts';
import { hasConsent } from '../../people/consents/hasConsent.ts';
import { personOfOpenId } from '../../people/open-ids/openIdRows.ts';
import type { ThreadDatabase } from '../../storage/database/Database.types.ts';
import { isDataError } from '../../storage/database/isDataError.ts';
import { matchesOutsiders } from '../conditions/matches.ts';
import { reachableOfPerson } from '../devices/addresseeRows.ts';
import { findGroup, membersOf } from '../groups/groupRows.ts';
import type { Asked, KeepAnswer, NewMessage } from '../messages/Message.types.ts';
import type { MessageLog } from '../messages/MessageLog.ts';
import {
  type FcmAnswer,
  type TokenOutcome,
  groupAnswer,
  json,
  plainAnswer,
  plainGroupAnswer,
  plainTopicAnswer,
  text,
  tokensAnswer,
  topicAnswer,
  topicErrorAnswer,
} from '../protocol/answers.ts';
import type { SentBody } from '../protocol/readBody.ts';
import { type ReadMessage, type Target, readMessage, readTarget } from '../protocol/readMessage.ts';
import { Refusal, invalidParameters } from '../protocol/Refusal.ts';
import { type Sender, mayReachTopic } from '../server-keys/Senders.ts';
import type { SendingApp } from '../server-keys/SendingApp.ts';
import { DeviceRates } from './DeviceRates.ts';
import { resolveTokens } from './resolveTokens.ts';
import { sendingAppOf, stampMiniApp } from './stampMiniApp.ts';

const MAX_MULTICAST_ID = 2 ** 48 - 1;

type OneAtATime = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** One request of a sender, its body parsed. */
export interface ParsedSendRequest {
  sender: Sender;
  body: SentBody;
  /** The raw body: a repeated Idempotency-Key has to come with the same bytes. */
  bytes: Uint8Array;
  idempotencyKey: string | undefined;
  /** The `traceparent` of the request, when it is traced. */
  trace?: string | undefined;
  /** For the audit log, when an operator asks. */
  asked?: Asked | undefined;
}

/** Handles messages of senders: validates, resolves targets, stores, and answers in the FCM protocol. */
export class SendService {
  readonly #db: ThreadDatabase;
  readonly #log: MessageLog;
  readonly #oneAtATime: OneAtATime;
  readonly #answers: AnswerQuota;
  readonly #reachesApple: () => boolean;
  readonly #rates: DeviceRates;
  readonly #personRates: RequestCounter;
  readonly #topicRates: RequestCounter;

  constructor(options: {
    db: ThreadDatabase;
    log: MessageLog;
    /** Runs work while no other send, here or on another node, holds the same name. */
    oneAtATime: OneAtATime;
    /** Whether there are credentials for APNs that it accepts. */
    reachesApple: () => boolean;
    /** Where nodes share limits. */
    budgets?: RequestBudgets | undefined;
  }) {
    this.#db = options.db;
    this.#log = options.log;
    this.#oneAtATime = options.oneAtATime;
    this.#answers = new AnswerQuota(options.db, { max: MAX_ANSWERS_PER_SENDER });
    this.#reachesApple = options.reachesApple;
    const { budgets } = options;
    const perMinute = (name: string, max: number) =>
      new RequestCounter(max, undefined, { name, budgets });
    this.#rates = new DeviceRates(budgets);
    this.#personRates = perMinute('person', LIMITS.messagesPerDevicePerMinute);
    this.#topicRates = perMinute('topic', LIMITS.messagesPerTopicPerMinute);
  }

  /** Sends a message. It is on disk when this resolves. Rejects with a Refusal for an invalid body. */
  send(request: ParsedSendRequest): Promise<FcmAnswer> {
    const { sender, idempotencyKey: key, bytes } = request;
    if (key === undefined) return this.#send(request, undefined);
    // Part of the hash: the same bytes mean something else as JSON than as a form.
    const reading = request.body.format === 'json' ? '' : request.body.format;
    const requestHash = createHash('sha256').update(bytes).update(reading).digest('hex');
    const answerAgain = async (): Promise<FcmAnswer | undefined> => {
      const kept = await findAnswer(this.#db, sender.actor, key, Date.now());
      if (!kept) return undefined;
      if (kept.request_hash !== requestHash) {
        throw invalidParameters('the Idempotency-Key was used for another message');
      }
      const isJson = request.body.format === 'json';
      return { ...(isJson ? json({}) : text(kept.status, '')), body: kept.body };
    };
    // A repetition of a request that is still running waits for its answer. If this node loses the lock, there is no duplicate
    // either: message and answer are stored by one statement, which fails if an answer exists already.
    return this.#oneAtATime(`idempotency:${sender.actor}:${key}`, async () => {
      const answered = await answerAgain();
      if (answered) return answered;
      await this.#answers.requireRoom(sender.actor);
      return this.#send(request, { key, requestHash }).catch(async (error: unknown) => {
        // The database may have still been processing an earlier attempt whose connection was lost.
        const stored = isDataError(error) ? await answerAgain() : undefined;
        if (stored) return stored;
        throw error;
      });
    });
  }

  async #send(
    { sender, body: { fields, format }, trace, asked }: ParsedSendRequest,
    kept: Pick<KeepAnswer, 'key' | 'requestHash'> | undefined,
  ): Promise<FcmAnswer> {
    const now = Date.now();
    let target: Target = { kind: 'tokens', tokens: [''] };
    try {
      target = readTarget(fields);
      const read = readMessage(fields, target, now);
      if (!mayReach(sender, target)) return refusedWith('MismatchSenderId', target, format);
      const from = sendingAppOf(sender, target, read);
      const message = from ? stampMiniApp(read, from.app) : read;
      const sending = { sender, message, now, kept, format, trace, asked };
      if (target.kind === 'tokens') return await this.#toTokens(target.tokens, sending);
      if (target.kind === 'person') return await this.#toPerson(target.openId, from!, sending);
      if (target.kind === 'group') return await this.#toGroup(target.key, sending);
      return await this.#toTopic(target, sending);
    } catch (error) {
      if (!(error instanceof Refusal) || !('word' in error.reason)) throw error;
      return refusedWith(error.reason.word, target, format);
    }
  }

  async #toTokens(tokens: readonly string[], sending: Sending): Promise<FcmAnswer> {
    const { outcomes, devices } = await this.#resolve(tokens, sending);
    const answerOf = (id: number) =>
      sending.format === 'json' ? tokensAnswer(id, outcomes) : plainAnswer(id, outcomes[0]!);
    if (sending.message.isDryRun) return dryRunAnswer(outcomes, sending.format);
    if (devices.length === 0) return answerOf(anyId());
    return this.#store({ kind: 'devices', devices }, sending, answerOf);
  }

  async #toGroup(key: string, sending: Sending): Promise<FcmAnswer> {
    const group = await findGroup(this.#db, sending.sender.actor, key);
    const tokens = group ? await membersOf(this.#db, key) : [];
    if (tokens.length === 0)
      return refusedWith('NotRegistered', { kind: 'tokens', tokens: [key] }, sending.format);
    const { outcomes, devices } = await this.#resolve(tokens, sending);
    const failed = tokens.filter((_, index) => 'error' in outcomes[index]!);
    const answerOf = (id: number) =>
      sending.format === 'json'
        ? groupAnswer(tokens.length - failed.length, failed)
        : plainGroupAnswer(id, outcomes);
    if (sending.message.isDryRun || devices.length === 0) return answerOf(anyId());
    return this.#store({ kind: 'devices', devices }, sending, answerOf);
  }

  /** Always gives the same answer, which must not reveal whether the person exists, has consented, or has devices. */
  async #toPerson(openId: string, { app, declaresPush }: SendingApp, sending: Sending) {
    const { message, format } = sending;
    // The consent may have been withdrawn by the time it is due.
    if (message.sendAt !== undefined) throw invalidParameters('"send_at" is not for people');
    const outcome: TokenOutcome = { deviceId: 0 };
    const answerOf = (id: number) =>
      format === 'json' ? tokensAnswer(id, [outcome]) : plainAnswer(id, outcome);
    if (message.isDryRun) return dryRunAnswer([outcome], format);
    if (this.#personRates.count(`${app.id} ${openId}`) !== undefined) {
      return refusedWith('DeviceMessageRateExceeded', { kind: 'person', openId }, format);
    }
    const known = await personOfOpenId(this.#db, app.id, openId);
    const isLet = known !== undefined && (await hasConsent(this.#db, known, app.id, 'push'));
    const id = isLet && declaresPush ? known : null;
    const devices = id === null ? [] : await reachableOfPerson(this.#db, id);
    return this.#store({ kind: 'devices', devices }, { ...sending, toPerson: { id } }, answerOf);
  }

  async #toTopic(
    target: Extract<Target, { kind: 'topic' | 'condition' }>,
    sending: Sending,
  ): Promise<FcmAnswer> {
    const answerOf = (id: number) =>
      sending.format === 'json' ? topicAnswer(id) : plainTopicAnswer(id);
    if (sending.message.isDryRun) return answerOf(anyId());
    const name = target.kind === 'topic' ? target.topic : target.condition;
    if (this.#topicRates.count(name) !== undefined) {
      return refusedWith('TopicsMessageRateExceeded', target, sending.format);
    }
    return this.#store(target, sending, answerOf);
  }

  #resolve(tokens: readonly string[], { sender, message, now }: Sending) {
    const deps = { db: this.#db, rates: this.#rates, reachesApple: this.#reachesApple };
    return resolveTokens(deps, sender, tokens, message, now);
  }

  async #store(
    audience: NewMessage['audience'],
    { sender, message, now, kept, toPerson, trace, asked }: Sending,
    answerOf: (id: number) => FcmAnswer,
  ): Promise<FcmAnswer> {
    const sendAt = message.sendAt ?? now;
    const id = await this.#log.append({
      sender: sender.actor,
      audience,
      toPerson,
      collapseKey: message.collapseKey,
      payload: message.payload,
      createdAt: now,
      sendAt,
      expiresAt: sendAt + message.timeToLiveSeconds * 1000,
      keepAnswer: kept && { ...kept, answerOf },
      trace,
      asked,
      proven: sender.proven,
    });
    return answerOf(id);
  }
}

interface Sending {
  sender: Sender;
  message: ReadMessage;
  now: number;
  kept: Pick<KeepAnswer, 'key' | 'requestHash'> | undefined;
  format: SentBody['format'];
  trace: string | undefined;
  asked: Asked | undefined;
  toPerson?: NewMessage['toPerson'];
}

/** Whether the sender may reach the whole target. */
function mayReach(sender: Sender, target: Target): boolean {
  if (target.kind === 'person') return sender.miniApps !== undefined;
  if (!sender.apps) return true;
  if (target.kind === 'topic') return mayReachTopic(sender, target.topic);
  // A sender that may reach no devices must not learn whether a token is registered.
  if (target.kind !== 'condition') return sender.apps.size > 0;
  const condition = parseCondition(target.condition)!;
  const isForTheirs = topicsOfCondition(condition).every((topic) => mayReachTopic(sender, topic));
  return isForTheirs && !matchesOutsiders(condition);
}

/** An error code of the protocol, in the form for the target. */
function refusedWith(error: PushErrorCode, target: Target, format: SentBody['format']): FcmAnswer {
  if (format === 'text') return text(200, `Error=${error}`);
  if (target.kind === 'topic' || target.kind === 'condition') return topicErrorAnswer(error);
  const count = target.kind === 'tokens' ? target.tokens.length : 1;
  return tokensAnswer(
    anyId(),
    Array.from({ length: count }, () => ({ error })),
  );
}

function dryRunAnswer(outcomes: TokenOutcome[], format: SentBody['format']): FcmAnswer {
  const answer =
    format === 'json' ? tokensAnswer(anyId(), outcomes) : plainAnswer(anyId(), outcomes[0]!);
  // Nothing was stored: no status can be asked for.
  return { ...answer, body: answer.body.replace(/0:\d+%[0-9a-f]{16}/g, 'fake_message_id') };
}

/** An id for an answer without a stored message. */
function anyId(): number {
  return randomInt(1, MAX_MULTICAST_ID);
}
