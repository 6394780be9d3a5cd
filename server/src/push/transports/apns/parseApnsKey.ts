import { type KeyObject, createPrivateKey } from 'node:crypto';

/** Reads the text of a .p8 file; undefined when it holds no key on P-256. */
export function parseApnsKey(text: string): KeyObject | undefined {
  try {
    // Variables often carry line breaks as two characters.
    const key = createPrivateKey(text.replaceAll(String.raw`\n`, '\n'));
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}
