import { ApiError } from '../../errors/ApiError.ts';
import { neighbourhoodOf } from '../../http/address/neighbourhoodOf.ts';
import { networkOf } from '../../http/address/networkOf.ts';
import { callersCache } from '../../http/callersCache.ts';
import { RequestCounter } from '../../http/RequestCounter.ts';
import { emailKey } from '../records/accountRows.ts';

const MAX_KNOWN = 50_000;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How often passwords may be tried and accounts made, by each node. */
export interface SignInLimitNumbers {
  /** Tries a minute from one address, whatever the account: many people can share an address. */
  perAddress: number;
  /** Tries in a quarter of an hour from one address at one account. */
  perAddressAndAccount: number;
  /** Tries in a quarter of an hour at one account, from anywhere; as many again from where its person is signed in. */
  perAccount: number;
  /** New accounts an hour from one address. It also bounds how many e-mail addresses can be asked about. */
  accountsPerAddress: number;
  /** Mails an hour that one address asks for. How many an e-mail address gets is limited by itself. */
  mailsPerAddress: number;
  /** Mails of a kind an hour that one address asks for, to one e-mail address: some of what that gets is left for its owner. */
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

/** A try at the password of an account. */
export interface Try {
  address: string;
  email: string;
  /** Whether whoever tries has a session of that person. */
  hasSession?: boolean;
  /** Whether the person is signed in somewhere near the address. It is asked only when there were many tries. */
  isKnownNetwork?: () => Promise<boolean>;
}

/** Keeps passwords from being guessed, and strangers from shutting a person out by guessing. */
export class SignInLimits {
  readonly #perAddress: RequestCounter;
  readonly #perAddressAndAccount: RequestCounter;
  readonly #perAccount: RequestCounter;
  readonly #perKnownNetwork: RequestCounter;
  /** Where accounts were signed in to lately, also when no session is left there. */
  readonly #known = callersCache<true>(MAX_KNOWN);
  readonly #accountsPerAddress: RequestCounter;
  readonly #mailsPerAddress: RequestCounter;
  readonly #mailsPerAddressAndAccount: RequestCounter;

  constructor(given: Partial<SignInLimitNumbers> = {}) {
    const numbers = { ...MAX_SIGN_INS, ...given };
    this.#perAddress = new RequestCounter(numbers.perAddress, MINUTE_MS);
    this.#perAddressAndAccount = new RequestCounter(numbers.perAddressAndAccount, QUARTER_MS);
    this.#perAccount = new RequestCounter(numbers.perAccount, QUARTER_MS);
    this.#perKnownNetwork = new RequestCounter(numbers.perAccount, QUARTER_MS);
    this.#accountsPerAddress = new RequestCounter(numbers.accountsPerAddress, HOUR_MS);
    this.#mailsPerAddress = new RequestCounter(numbers.mailsPerAddress, HOUR_MS);
    this.#mailsPerAddressAndAccount = new RequestCounter(
      numbers.mailsPerAddressAndAccount,
      HOUR_MS,
    );
  }

  /**
   * Counts a try at an account; throws when it is one too many. An account that is not there is counted alike. Where
   * the person is signed in, tries are counted apart from those of everywhere else, which are strangers' for all we know.
   */
  async admitTry({ address, email, hasSession, isKnownNetwork }: Try): Promise<void> {
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

  /** Forgets the tries of whoever knows the password or has a link that was mailed, and remembers where they are. */
  forgetTries({ address, email }: Try): void {
    this.#known.set(`${neighbourhoodOf(address)} ${emailKey(email)}`, true);
    this.#perAddressAndAccount.forget(`${networkOf(address)} ${emailKey(email)}`);
  }

  /** Counts a try no more that was not looked at. */
  takeBack({ address, email }: Try): void {
    const network = networkOf(address);
    const account = emailKey(email);
    this.#perAddress.takeBack(network);
    this.#perAddressAndAccount.takeBack(`${network} ${account}`);
    this.#perAccount.takeBack(account);
  }

  /** Counts a new account; throws when it is one too many. */
  admitAccount(address: string): void {
    demand(this.#accountsPerAddress.count(networkOf(address)));
  }

  /** Counts an account that is asked for by mail; throws when it is one too many. */
  admitAccountMail(address: string, email: string): void {
    this.admitAccount(address);
    this.#admitMailTo(address, 'sign-up', email);
  }

  /** Counts a mail that is asked for; throws when it is one too many. */
  admitMail(address: string, kind: 'reset' | 'verify', email: string): void {
    demand(this.#mailsPerAddress.count(networkOf(address)));
    this.#admitMailTo(address, kind, email);
  }

  // How many an e-mail address gets is limited, too: one network must not use that up and keep its owner from theirs.
  #admitMailTo(address: string, kind: string, email: string): void {
    const key = `${networkOf(address)} ${kind} ${emailKey(email)}`;
    demand(this.#mailsPerAddressAndAccount.count(key));
  }

  /** Counts a link that is followed; throws when it is one too many. */
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
