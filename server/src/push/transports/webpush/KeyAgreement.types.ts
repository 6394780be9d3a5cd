/** The public half of an ephemeral key, and the shared secret. */
interface AgreedKey {
  senderKey: Buffer;
  sharedSecret: Buffer;
}

/**
 * Generates an ephemeral key and derives the secret shared with the receiver's key; undefined if that is not on the curve.
 */
export type AgreeOnKey = (receiverKey: Buffer) => AgreedKey | undefined;
