import { neighbourhoodOf } from '../../http/address/neighbourhoodOf.ts';
import { FairQueue, type Turn } from './FairQueue.ts';
import {
  type PasswordCost,
  decoyHash,
  hashPassword,
  isOutdated,
  matchesHash,
} from './passwordHash.ts';

/** What OWASP recommends for scrypt, in the variant with the least memory: 32 MiB for each hash. */
const USUAL_COST: PasswordCost = { logN: 15, r: 8, p: 3 };
/** Half of Node's thread pool, which file access needs as well. */
const AT_ONCE = 2;
/** Queued tasks: some seconds of work, as clients give up on more. */
const MAX_WAITING = 256;
const MAX_WAITING_OF_ONE = 64;

/** Who a password is hashed or checked for. */
export interface PasswordCaller {
  address: string;
  /** People with a session go first. */
  hasSession: boolean;
}

/** The result of a check. */
export interface PasswordCheck {
  matches: boolean;
  /** A hash at the current cost, which should replace the stored one. */
  better?: string;
}

/**
 * Hashes and checks passwords off the event loop, a few at once: a flood of sign-ins queues up without delaying other
 * requests or using up memory.
 */
export class Passwords {
  readonly #cost: PasswordCost;
  readonly #turns = new FairQueue({
    atOnce: AT_ONCE,
    queued: MAX_WAITING,
    queuedPerGroup: MAX_WAITING_OF_ONE,
  });
  readonly #decoy: string;

  constructor(cost: PasswordCost = USUAL_COST) {
    this.#cost = cost;
    this.#decoy = decoyHash(cost);
  }

  hash(password: string, by: PasswordCaller): Promise<string> {
    return this.#turns.run(() => hashPassword(password, this.#cost), turnOf(by));
  }

  /** Checks a password; without a stored hash it does the same work, so that the timing tells nothing. */
  async check(
    password: string,
    stored: string | undefined,
    by: PasswordCaller,
  ): Promise<PasswordCheck> {
    const against = stored ?? this.#decoy;
    const matches = await this.#turns.run(() => matchesHash(password, against), turnOf(by));
    if (!matches || !isOutdated(against, this.#cost)) return { matches };
    return { matches, better: await this.hash(password, by) };
  }
}

function turnOf({ address, hasSession }: PasswordCaller): Turn {
  return { group: neighbourhoodOf(address), isFirst: hasSession };
}
