import { neighbourhoodOf } from '../../http/address/neighbourhoodOf.ts';
import { FairTurns, type Turn } from './FairTurns.ts';
import {
  type PasswordCost,
  decoyHash,
  hashPassword,
  isOutdated,
  matchesHash,
} from './passwordHash.ts';

/** As much work as OWASP asks of scrypt, in the form that needs the least memory: 32 MiB a hash. */
const USUAL_COST: PasswordCost = { logN: 15, r: 8, p: 3 };
/** Half of the threads that Node has for files and for this. */
const AT_ONCE = 2;
/** Some seconds of work; what waits longer has been given up by whoever asked. */
const MAX_WAITING = 256;
const MAX_WAITING_OF_ONE = 64;

/** Who has a password hashed or checked. */
export interface PasswordCaller {
  address: string;
  /** People with a session go first. */
  hasSession: boolean;
}

/** What a check came to. */
export interface PasswordCheck {
  matches: boolean;
  /** A hash at today's cost that should replace the stored one. */
  better?: string;
}

/** Hashes and checks passwords off the event loop, a few at once: a flood of sign-ins waits, keeps nobody else waiting, and eats no memory. */
export class Passwords {
  readonly #cost: PasswordCost;
  readonly #turns = new FairTurns({
    atOnce: AT_ONCE,
    waiting: MAX_WAITING,
    waitingOfGroup: MAX_WAITING_OF_ONE,
  });
  readonly #decoy: string;

  constructor(cost: PasswordCost = USUAL_COST) {
    this.#cost = cost;
    this.#decoy = decoyHash(cost);
  }

  hash(password: string, by: PasswordCaller): Promise<string> {
    return this.#turns.run(() => hashPassword(password, this.#cost), turnOf(by));
  }

  /** Checks a password; with no stored hash it does the same work, so that the time tells nothing. */
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
