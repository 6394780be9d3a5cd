import type { FastifyBaseLogger } from 'fastify';

import type { Database } from '../../storage/database/Database.types.ts';
import type { Tracer } from '../../tracing/Tracer.ts';
import { removeUnreachable } from '../device-lifecycle/removeDevices.ts';
import { dropAddress, quarantineAddress } from '../devices/addressRows.ts';
import { confirmDevice } from '../devices/deviceRows.ts';
import { isOurToken } from '../devices/deviceToken.ts';
import type { JobResult } from '../jobs/JobQueue.ts';
import type { DeliveryLedger } from '../live/ledger/DeliveryLedger.ts';
import type { ConnectedDevices } from '../live/presence/ConnectedDevices.ts';
import type { StoredMessage } from '../messages/Message.types.ts';
import { traceOf } from '../messages/tracedPayload.ts';
import { retryDelay } from '../transports/retryDelay.ts';
import type {
  DeviceAddress,
  Outcome,
  Transport,
  TransportName,
} from '../transports/Transport.types.ts';
import { insertDeadLetter } from './deadLetterRows.ts';
import { OutgoingMessages } from './OutgoingMessages.ts';
import type { Reachable } from './reachableRows.ts';
import type { ServiceStates } from './ServiceStates.ts';

const MAX_ATTEMPTS = 8;
/**
 * How long a connected device has to acknowledge before it is checked again. Clients batch acknowledgements for a second,
 * and they are written a little later.
 */
const RECHECK_MS = 2000;
/** The maximal interval of these checks, longer than the hub's timeout, which closes dead connections. */
const MAX_RECHECK_MS = 90_000;
/** Only the first sends of a job for a range of devices are traced: a million spans would not tell more. */
const TRACED_PER_JOB = 10;
/** Accepted answers that are stored for a job for a range of devices; refusals are all stored. */
const TAKEN_KEPT_PER_JOB = 1000;

interface PushServiceSenderOptions {
  db: Database;
  transports: ReadonlyMap<TransportName, Transport>;
  states: ServiceStates;
  ledger: DeliveryLedger;
  /** Devices that are connected to a node: they get messages there, which is faster. */
  connected: Pick<ConnectedDevices, 'lookForNodes' | 'has'>;
  tracer?: Tracer | undefined;
  logger?: FastifyBaseLogger | undefined;
  onOutcome?: ((transport: TransportName, kind: Outcome['kind']) => void) | undefined;
}

/** Sends a message for one device to its push service, and acts on the outcome. */
export class PushServiceSender {
  readonly #options: PushServiceSenderOptions;
  readonly #states: ServiceStates;
  readonly #outgoing = new OutgoingMessages();
  /** The number of spans by message; each job has its own message object. */
  readonly #spans = new WeakMap<StoredMessage, number>();
  /** The number of stored accepted answers by message, likewise. */
  readonly #taken = new WeakMap<StoredMessage, number>();

  constructor(options: PushServiceSenderOptions) {
    this.#options = options;
    this.#states = options.states;
  }

  /** Whether there are credentials for a push service that it accepts, as far as is known. */
  hasCredentials(transport: TransportName): boolean {
    return this.#options.transports.has(transport) && !this.#states.refusesUs(transport);
  }

  /** Has to be called after the devices were read, and before messages are sent to them. */
  lookForNodes(devices: Iterable<Reachable>): Promise<void> {
    return this.#options.connected.lookForNodes(devices);
  }

  /**
   * When to check again whether a connected device has acknowledged a message; undefined if there is nothing to wait for.
   * The device can disconnect at any moment without notice, so this polls with exponential backoff: the interval is the age
   * of the message.
   */
  waitsUntil(message: StoredMessage, device: Reachable): number | undefined {
    if (!isOurToken(device.token) || device.position >= message.position) return undefined;
    if (isImmediate(message) || !this.#options.connected.has(device)) return undefined;
    const { sendAt, expiresAt } = message;
    // The push service needs some of the time to live as well.
    const latest = expiresAt - Math.min(MAX_RECHECK_MS, (expiresAt - sendAt) / 4);
    const now = Date.now();
    const pauseMs = Math.min(Math.max(RECHECK_MS, now - sendAt), MAX_RECHECK_MS);
    return now < latest ? Math.ceil(Math.min(now + pauseMs, latest)) : undefined;
  }

  /** One attempt. Never rejects: if its outcome cannot be written, it is retried for this device alone. */
  async send(
    message: StoredMessage,
    device: Reachable,
    attempts: number,
    signal: AbortSignal,
  ): Promise<JobResult> {
    const result = await this.#send(message, device, attempts, signal).catch((error: unknown) => {
      this.#options.logger?.warn({ err: error, device: device.id }, 'an outcome was not written');
      if (attempts + 1 >= MAX_ATTEMPTS) return 'done';
      return { dueAt: Date.now() + retryDelay(attempts + 1, undefined), attempts: attempts + 1 };
    });
    // A message with a time to live of 0 is not retried.
    if (result === 'done' || !isImmediate(message)) return result;
    return this.#expire(message, device);
  }

  async #send(
    message: StoredMessage,
    device: Reachable,
    attempts: number,
    signal: AbortSignal,
  ): Promise<JobResult> {
    const { transports } = this.#options;
    if (this.#hasItself(message, device)) return 'done';
    const waitsUntil = this.waitsUntil(message, device);
    if (waitsUntil !== undefined) return { dueAt: waitsUntil, attempts };
    const now = Date.now();
    // Time in the queue counts, except for a time to live of 0.
    if (message.expiresAt < now && !isImmediate(message)) return this.#expire(message, device);
    const address = JSON.parse(device.address) as DeviceAddress;
    const transport = transports.get(address.transport);
    if (!transport) return this.#giveUp(message, device, address.transport, 'no-transport');

    const admission = this.#states.admit(address.transport);
    if (!admission.pass) return { dueAt: now + admission.retryAfterMs, attempts, isHeld: true };
    const span = this.#beginSpan(message, address.transport);
    const outcome = await transport.send(this.#outgoing.of(message, now), address, signal);
    span?.end(
      {
        'messaging.message.id': String(message.id),
        'push.transport': address.transport,
        'push.outcome': outcome.kind,
        'push.attempt': attempts + 1,
      },
      outcome.kind !== 'accepted',
    );
    admission.pass.settle(outcome);
    this.#states.note(address.transport, outcome);
    this.#options.onOutcome?.(address.transport, outcome.kind);
    this.#keepAnswer(outcome, message, device, address.transport, attempts);
    return this.#actOn(outcome, message, device, address.transport, attempts);
  }

  /** Stores the answer, to explain later why a device did not get a message. */
  #keepAnswer(
    outcome: Outcome,
    message: StoredMessage,
    device: Reachable,
    transport: TransportName,
    attempts: number,
  ): void {
    if (outcome.kind === 'aborted') return;
    if (outcome.kind === 'accepted') {
      const taken = this.#taken.get(message) ?? 0;
      if (taken >= TAKEN_KEPT_PER_JOB) return;
      this.#taken.set(message, taken + 1);
    }
    this.#options.ledger.answered({
      messageId: message.id,
      deviceId: device.id,
      attempt: attempts + 1,
      transport,
      outcome: outcome.kind,
      status: outcome.status ?? null,
      code: 'code' in outcome ? outcome.code : null,
      serviceId: ('serviceMessageId' in outcome && outcome.serviceMessageId) || null,
    });
  }

  #beginSpan(message: StoredMessage, transport: TransportName) {
    const { tracer } = this.#options;
    const parent = tracer && traceOf(message);
    const spans = this.#spans.get(message) ?? 0;
    if (!parent || spans >= TRACED_PER_JOB) return undefined;
    this.#spans.set(message, spans + 1);
    return tracer.begin(`send by ${transport}`, 'client', parent);
  }

  /** Whether a device got a message on its own connection; one with a time to live of 0 was just written to it. */
  #hasItself(message: StoredMessage, device: Reachable): boolean {
    if (!isOurToken(device.token)) return false;
    if (device.position >= message.position) return true;
    return isImmediate(message) && this.#options.connected.has(device);
  }

  /** Acts on an outcome. */
  async #actOn(
    outcome: Outcome,
    message: StoredMessage,
    device: Reachable,
    transport: TransportName,
    attempts: number,
  ): Promise<JobResult> {
    const { ledger, logger } = this.#options;
    const now = Date.now();
    switch (outcome.kind) {
      case 'accepted':
        if (device.has_come === 0) await confirmDevice(this.#options.db, device.id);
        ledger.record(message.id, device.id, 'sent');
        return 'done';
      case 'dead-token':
      case 'quarantine': {
        if (isOurToken(device.token)) {
          return this.#leaveService(message, device, transport, outcome, attempts);
        }
        if (outcome.kind === 'quarantine') {
          await quarantineAddress(this.#options.db, device.id, device.address, outcome.code);
          return this.#giveUp(message, device, transport, outcome.code);
        }
        // Without its push service, such a device cannot be reached at all.
        await removeUnreachable(this.#options.db, device.id, device.address);
        ledger.record(message.id, device.id, 'dropped', outcome.code);
        return 'done';
      }
      case 'rejected':
      case 'too-large':
        return this.#giveUp(message, device, transport, outcome.code);
      case 'auth-problem':
        logger?.error({ transport, code: outcome.code }, 'our credentials are not accepted');
        return { dueAt: now + retryDelay(attempts + 1, undefined), attempts };
      case 'aborted':
        return { dueAt: now, attempts };
      default: {
        if (attempts + 1 >= MAX_ATTEMPTS) {
          return this.#giveUp(message, device, transport, `retries-exhausted:${outcome.code}`);
        }
        const dueAt = now + retryDelay(attempts + 1, outcome.retryAfterMs);
        return { dueAt, attempts: attempts + 1 };
      }
    }
  }

  // Drops the device's address. With a token of ours it stays registered, and gets the message when it connects.
  async #leaveService(
    message: StoredMessage,
    device: Reachable,
    transport: TransportName,
    { kind, code }: { kind: 'dead-token' | 'quarantine'; code: string },
    attempts: number,
  ): Promise<JobResult> {
    const { db } = this.#options;
    const { id, address } = device;
    // A subscription that rejects our keys may work again once they are fixed.
    const changed =
      kind === 'quarantine'
        ? await quarantineAddress(db, id, address, code)
        : await dropAddress(db, id, address);
    if (changed > 0) return this.#giveUp(message, device, transport, code);
    // The device has another address by now: the next attempt uses that.
    return { dueAt: Date.now(), attempts: attempts + 1 };
  }

  // For a token of ours it is counted when the device connects.
  #expire(message: StoredMessage, device: Reachable): 'done' {
    if (!isOurToken(device.token)) this.#options.ledger.record(message.id, device.id, 'expired');
    return 'done';
  }

  async #giveUp(
    message: StoredMessage,
    device: Reachable,
    transport: TransportName,
    reason: string,
  ): Promise<JobResult> {
    const { db, ledger } = this.#options;
    const letter = {
      messageId: message.id,
      deviceId: device.id,
      transport,
      reason,
      at: Date.now(),
    };
    await insertDeadLetter(db, letter);
    // A device with a token of ours can still connect and get the message until it expires.
    if (!isOurToken(device.token)) ledger.record(message.id, device.id, 'dropped', reason);
    return 'done';
  }
}

function isImmediate({ sendAt, expiresAt }: StoredMessage): boolean {
  return expiresAt === sendAt;
}
