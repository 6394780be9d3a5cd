/** A person as the other parts of the server know them: from an account of ours, or from a configured issuer. */
export interface Person {
  id: string;
  name: string;
  email?: string;
  /** Whether they have shown that mail to `email` reaches them. */
  emailVerified: boolean;
  locale?: string;
  avatarUrl?: string;
}

/** The mini-app and the person of a mini-app's token. */
export interface AppCaller {
  appId: string;
  openId: string;
  personId: string;
}

/** Who a request is from. Other parts of the server ask here, and know nothing of accounts, tokens or issuers. */
export interface People {
  /**
   * The person whose session the `Authorization` header carries; `undefined` when there is no header.
   *
   * @throws ApiError 401 for a token that is not ours, has expired, or whose person is gone.
   */
  personOf(authorization: string | undefined): Promise<Person | undefined>;

  /**
   * The mini-app, and the person in it, whose per-app token the `Authorization` header carries; `undefined` when there is no header.
   *
   * @throws ApiError 401 for a token that is not ours or has expired, 403 when the person took their consent back.
   */
  appCallerOf(authorization: string | undefined): Promise<AppCaller | undefined>;

  /** The id by which one mini-app knows a person: it never changes, and is different in every mini-app. */
  openIdOf(personId: string, appId: string): string;

  /**
   * Calls `listener` after a person's account is gone, so that other parts drop what belongs to them. It is told again
   * after a restart until it has succeeded, so it must be idempotent.
   *
   * @returns stops the calls.
   */
  onPersonDeleted(listener: (personId: string) => Promise<void>): () => void;
}
