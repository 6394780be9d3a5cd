import { ApiError } from '../../ApiError.ts';
import { RequestCounter } from '../../http/RequestCounter.ts';
import { emailKey } from '../accounts/accountRows.ts';
import { networkOf } from '../../http/address/networkOf.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How often passwords may be tried and accounts made, by each node. */
export interface SignInLimitNumbers {
  /** Tries a minute from one address, whatever the account: many people can share an address. */
  perAddress: number;
  /** Tries in a quarter of an hour from one address at one account. */
  perAddressAndAccount: number;
  /** Tries in a quarter of an hour at one account, from anywhere. */
  perAccount: number;
  /** New accounts an hour from one address. It also bounds how many e-mail addresses can be asked about. */
  accountsPerAddress: number;
  /** Mails an hour that one address asks for. How many an e-mail address gets is limited by itself. */
  mailsPerAddress: number;
}

const MAX_SIGN_INS: SignInLimitNumbers = {
  perAddress: 60,
  perAddressAndAccount: 10,
  // High enough that a single stranger cannot lock a person out.
  perAccount: 100,
  accountsPerAddress: 30,
  mailsPerAddress: 30,
};

/** Keeps passwords from being guessed. */
export class SignInLimits {
  readonly #perAddress: RequestCounter;
  readonly #perAddressAndAccount: RequestCounter;
  readonly #perAccount: RequestCounter;
  readonly #accountsPerAddress: RequestCounter;
  readonly #mailsPerAddress: RequestCounter;

  constructor(given: Partial<SignInLimitNumbers> = {}) {
    const numbers = { ...MAX_SIGN_INS, ...given };
    this.#perAddress = new RequestCounter(numbers.perAddress, MINUTE_MS);
    this.#perAddressAndAccount = new RequestCounter(numbers.perAddressAndAccount, QUARTER_MS);
    this.#perAccount = new RequestCounter(numbers.perAccount, QUARTER_MS);
    this.#accountsPerAddress = new RequestCounter(numbers.accountsPerAddress, HOUR_MS);
    this.#mailsPerAddress = new RequestCounter(numbers.mailsPerAddress, HOUR_MS);
  }

  /** Counts a try at an account; throws when it is one too many. An account that is not there is counted alike. */
  admitTry(address: string, email: string): void {
    const network = networkOf(address);
    const account = emailKey(email);
    demand(this.#perAddress.count(network));
    demand(this.#perAddressAndAccount.count(`${network} ${account}`));
    demand(this.#perAccount.count(account));
  }

  /** Forgets the tries of whoever knows the password. */
  forgetTries(address: string, email: string): void {
    this.#perAddressAndAccount.forget(`${networkOf(address)} ${emailKey(email)}`);
  }

  /** Counts a new account; throws when it is one too many. */
  admitAccount(address: string): void {
    demand(this.#accountsPerAddress.count(networkOf(address)));
  }

  /** Counts a mail that is asked for; throws when it is one too many. */
  admitMail(address: string): void {
    demand(this.#mailsPerAddress.count(networkOf(address)));
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
