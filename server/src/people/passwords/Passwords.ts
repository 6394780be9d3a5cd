import { ApiError } from '../../ApiError.ts';
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
const MOST_WAITING = 64;

/** What a check came to. */
export interface PasswordCheck {
  matches: boolean;
  /** A hash at today's cost that should replace the stored one. */
  better?: string;
}

/** Hashes and checks passwords off the event loop, a few at once: a flood of sign-ins waits, and eats no memory. */
export class Passwords {
  readonly #cost: PasswordCost;
  readonly #waiting: (() => void)[] = [];
  readonly #decoy: string;
  #running = 0;

  constructor(cost: PasswordCost = USUAL_COST) {
    this.#cost = cost;
    this.#decoy = decoyHash(cost);
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hashPassword(password, this.#cost));
  }

  /** Checks a password; with no stored hash it does the same work, so that the time tells nothing. */
  async check(password: string, stored: string | undefined): Promise<PasswordCheck> {
    const against = stored ?? this.#decoy;
    const matches = await this.#inTurn(() => matchesHash(password, against));
    if (!matches || !isOutdated(against, this.#cost)) return { matches };
    return { matches, better: await this.hash(password) };
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING) {
        throw new ApiError('unavailable', 'Too many people sign in at this moment.', {
          retryAfterSeconds: 2,
        });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await work();
    } finally {
      // The place goes to the next one directly: nobody can slip in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
