import { randomId } from '@host/contracts';

/** The Idempotency-Keys of what is sent from one place. */
export interface SendKeys {
  /** The key for a message: the same one until it was answered, so that trying again after a lost answer sends nothing twice. */
  keyOf: (message: unknown) => string;
  /** The server answered: sending it once more is meant. */
  answered: () => void;
}

/** What is said when the answer to a send was lost. It is true for what is sent under a key of `createSendKeys`. */
export const MAY_BE_SENT = 'It may have been sent; trying again does not send it twice.';

/** Remembers the key of the message that is tried, also when what shows it is closed and opened again. */
export function createSendKeys(): SendKeys {
  let tried: { text: string; key: string } | undefined;
  return {
    keyOf(message) {
      const text = JSON.stringify(message);
      if (tried?.text !== text) tried = { text, key: randomId() };
      return tried.key;
    },
    answered() {
      tried = undefined;
    },
  };
}
