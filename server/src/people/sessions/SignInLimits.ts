import { ApiError } from '../../errors/ApiError.ts';
import { neighbourhoodOf } from '../../http/address/neighbourhoodOf.ts';
import { networkOf } from '../../http/address/networkOf.ts';
import { callersCache } from '../../http/rate-limits/callersCache.ts';
import type { RequestBudgets } from '../../http/rate-limits/budgets/RequestBudgets.ts';
import { RequestCounter } from '../../http/rate-limits/RequestCounter.ts';
import { emailKey } from '../records/accountRows.ts';

const MAX_KNOWN = 50_000;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How often passwords may be tried and accounts created. */
export interface SignInLimitNumbers {
  /** Attempts per minute from one address at any accounts: many people can share an address. */
  perAddress: number;
  /** Attempts per quarter of an hour from one address at one account. */
  perAddressAndAccount: number;
  /**
   * Attempts per quarter of an hour at one account from everywhere; networks where its person is signed in have a separate
   * allowance of the same size.
   */
  perAccount: number;
  /** New accounts an hour from one address. It also bounds how many e-mail addresses can be probed. */
  accountsPerAddress: number;
  /** Mails per hour that one address requests. How many an e-mail address receives is limited separately. */
  mailsPerAddress: number;
  /**
   * Mails of a kind per hour that one address requests to one e-mail address: fewer than that may receive in all, so that
   * some are left for its owner.
   */
  mailsPerAddressAndAccount: number;
}

const MAX_SIGN_INS: SignInLimitNumbers = {
  perAddress: 60,
  perAddressAndAccount: 10,
  perAccount: 100,
  accountsPerAddress: 30,
  mailsPerAddress: 30,
  mailsPerAddressAndAccount: 2,
};

/** An attempt at the password of an account. */
export interface Attempt {
  address: string;
  email: string;
  /** Whether the caller has a session of that person. */
  hasSession?: boolean;
  /** Whether the person is signed in near the address. Called only after many attempts. */
  isKnownNetwork?: () => Promise<boolean>;
}

/** Keeps passwords from being guessed, and strangers from locking a person out by guessing. */
export class SignInLimits {
  readonly #perAddress: RequestCounter;
  readonly #perAddressAndAccount: RequestCounter;
  readonly #perAccount: RequestCounter;
  readonly #perKnownNetwork: RequestCounter;
  /** Networks from which accounts were recently signed in to, even if those sessions have ended. */
  readonly #known = callersCache<true>(MAX_KNOWN);
  readonly #accountsPerAddress: RequestCounter;
  readonly #mailsPerAddress: RequestCounter;
  readonly #mailsPerAddressAndAccount: RequestCounter;

  constructor(given: Partial<SignInLimitNumbers> = {}, budgets?: RequestBudgets) {
    const numbers = { ...MAX_SIGN_INS, ...given };
    const counter = (name: keyof SignInLimitNumbers | 'perKnownNetwork', windowMs: number) =>
      new RequestCounter(numbers[name === 'perKnownNetwork' ? 'perAccount' : name], windowMs, {
        name: `sign-in ${name}`,
        budgets,
      });
    this.#perAddress = counter('perAddress', MINUTE_MS);
    this.#perAddressAndAccount = counter('perAddressAndAccount', QUARTER_MS);
    this.#perAccount = counter('perAccount', QUARTER_MS);
    this.#perKnownNetwork = counter('perKnownNetwork', QUARTER_MS);
    this.#accountsPerAddress = counter('accountsPerAddress', HOUR_MS);
    this.#mailsPerAddress = counter('mailsPerAddress', HOUR_MS);
    this.#mailsPerAddressAndAccount = counter('mailsPerAddressAndAccount', HOUR_MS);
  }

  /**
   * Counts an attempt at an account; throws when there were too many. Accounts that do not exist are counted in the same
   * way. Attempts from networks where the person is signed in are counted separately from all others, which may be strangers'.
   */
  async admitAttempt({ address, email, hasSession, isKnownNetwork }: Attempt): Promise<void> {
    const network = networkOf(address);
    const account = emailKey(email);
    demand(this.#perAddress.count(network));
    demand(this.#perAddressAndAccount.count(`${network} ${account}`));
    const wait = this.#perAccount.count(account);
    if (wait === undefined) return;
    const place = `${neighbourhoodOf(address)} ${account}`;
    const isKnown = hasSession || this.#known.has(place) || (await isKnownNetwork?.());
    demand(isKnown ? this.#perKnownNetwork.count(place) : wait);
  }

  /** Resets the attempts of somebody who knows the password or has a mailed link, and remembers their network. */
  resetAttempts({ address, email }: Attempt): void {
    this.#known.set(`${neighbourhoodOf(address)} ${emailKey(email)}`, true);
    this.#perAddressAndAccount.forget(`${networkOf(address)} ${emailKey(email)}`);
  }

  /** Takes back an attempt that was not checked. */
  takeBack({ address, email }: Attempt): void {
    const network = networkOf(address);
    const account = emailKey(email);
    this.#perAddress.takeBack(network);
    this.#perAddressAndAccount.takeBack(`${network} ${account}`);
    this.#perAccount.takeBack(account);
  }

  /** Counts a new account; throws when there were too many. */
  admitAccount(address: string): void {
    demand(this.#accountsPerAddress.count(networkOf(address)));
  }

  /** Counts an account that is requested by mail; throws when there were too many. */
  admitAccountMail(address: string, email: string): void {
    this.admitAccount(address);
    this.#admitMailTo(address, 'sign-up', email);
  }

  /** Counts a requested mail; throws when there were too many. */
  admitMail(address: string, kind: 'reset' | 'verify', email: string): void {
    demand(this.#mailsPerAddress.count(networkOf(address)));
    this.#admitMailTo(address, kind, email);
  }

  // The total for an e-mail address is limited as well: one network must not use that up.
  #admitMailTo(address: string, kind: string, email: string): void {
    const key = `${networkOf(address)} ${kind} ${emailKey(email)}`;
    demand(this.#mailsPerAddressAndAccount.count(key));
  }

  /** Counts a followed link; throws when there were too many. */
  admitLink(address: string): void {
    demand(this.#perAddress.count(networkOf(address)));
  }
}

function demand(retryAfterSeconds: number | undefined): void {
  if (retryAfterSeconds === undefined) return;
  throw new ApiError('rate-limited', 'Too many tries. Wait before the next one.', {
    retryAfterSeconds,
  });
}
