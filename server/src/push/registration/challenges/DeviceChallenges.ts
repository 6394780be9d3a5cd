import { hash, randomBytes } from 'node:crypto';

import { DEVICE_PROOF_KEY, LIMITS } from '@host/contracts';
import type { FastifyBaseLogger } from 'fastify';

import { ApiError } from '../../../errors/ApiError.ts';
import type { RequestBudgets } from '../../../http/rate-limits/budgets/RequestBudgets.ts';
import { RequestCounter } from '../../../http/rate-limits/RequestCounter.ts';
import type { Database, Queries } from '../../../storage/database/Database.types.ts';
import { tokenKeyOf } from '../../devices/deviceToken.ts';
import type { DeviceAddress, Transport, TransportName } from '../../transports/Transport.types.ts';
import { insertChallenge, openChallenges, takeChallenge } from './challengeRows.ts';

const LIFE_MS = LIMITS.deviceProofSeconds * 1000;

interface DeviceChallengesOptions {
  db: Database;
  transports: ReadonlyMap<TransportName, Transport>;
  /** Where nodes share limits. */
  budgets?: RequestBudgets | undefined;
  logger?: FastifyBaseLogger | undefined;
}

/**
 * Lets a device prove that a token is its own: a code is sent to the token by its push service, as data that is not
 * shown, and whoever returns it controls the device. It is neither stored nor counted as a message.
 */
export class DeviceChallenges {
  readonly #options: DeviceChallengesOptions;
  readonly #perNetwork: RequestCounter;
  readonly #perNetworkAndToken: RequestCounter;
  readonly #wrong: RequestCounter;

  constructor(options: DeviceChallengesOptions) {
    this.#options = options;
    const counter = (name: string, max: number) =>
      new RequestCounter(max, LIFE_MS, { name: `proof ${name}`, budgets: options.budgets });
    this.#perNetwork = counter('network', LIMITS.deviceProofsPerNetwork);
    this.#perNetworkAndToken = counter('token', LIMITS.deviceProofsPerNetworkAndToken);
    this.#wrong = counter('wrong', LIMITS.deviceProofTries);
  }

  /**
   * Sends a code to a token if it can be reached. Returns the error to answer with. Earlier codes stay valid, so that a
   * stranger's request for a code does not invalidate them.
   */
  async answer(
    token: string,
    address: DeviceAddress | undefined,
    network: string,
  ): Promise<ApiError> {
    const transport = address && this.#options.transports.get(address.transport);
    if (!transport) {
      return new ApiError(
        'device-key-wrong',
        'The device changes only with its key or its person.',
      );
    }
    await this.#send(token, address, transport, network);
    const detail = 'A code was sent to the token by the push service that gave it.';
    return new ApiError('device-proof-required', detail);
  }

  async #send(
    token: string,
    address: DeviceAddress,
    transport: Transport,
    network: string,
  ): Promise<void> {
    const { db, logger } = this.#options;
    const now = Date.now();
    const tokenKey = tokenKeyOf(token);
    admit(this.#perNetwork.count(network));
    admit(this.#perNetworkAndToken.count(`${network} ${tokenKey}`));
    const code = randomBytes(32).toString('base64url');
    // Serialized: concurrent requests would each pass the check of the limit.
    await db.withLock(`device-challenges:${tokenKey}`, (lock) =>
      db.transaction(async (tx) => {
        await lock.demand(tx);
        const { count, firstEnd } = await openChallenges(tx, tokenKey, now);
        if (count >= LIMITS.deviceProofsPerToken) admit(Math.ceil((firstEnd! - now) / 1000));
        await insertChallenge(tx, { tokenKey, codeHash: digestOf(code), expiresAt: now + LIFE_MS });
      }),
    );
    const outcome = await transport.send(
      {
        id: `proof-${randomBytes(9).toString('base64url')}`,
        data: { [DEVICE_PROOF_KEY]: code },
        priority: 'high',
        remainingSeconds: LIMITS.deviceProofSeconds,
      },
      address,
    );
    if (outcome.kind === 'accepted') return;
    logger?.warn({ transport: address.transport, outcome: outcome.kind }, 'no code was sent');
  }

  /** Redeems a code, in the transaction that it is for. Throws if it was not recently sent to the token. */
  async redeem(tx: Queries, token: string, code: string, network: string): Promise<void> {
    const tokenKey = tokenKeyOf(token);
    if (await takeChallenge(tx, tokenKey, digestOf(code), Date.now())) return;
    // Counted per network, so that attempts of others do not lock out the device itself; the codes are too long to guess.
    admit(this.#wrong.count(`${network} ${tokenKey}`));
    throw new ApiError('device-proof-wrong', 'No such code was sent to the token lately.');
  }
}

function admit(retryAfterSeconds: number | undefined): void {
  if (retryAfterSeconds === undefined) return;
  throw new ApiError('rate-limited', 'Too many proofs were asked for. Wait before the next one.', {
    retryAfterSeconds,
  });
}

function digestOf(code: string): string {
  return hash('sha256', code, 'base64url');
}
