/** The public half of an ephemeral key, and the shared secret. */
interface AgreedKey {
  senderKey: Buffer;
  sharedSecret: Buffer;
}

/**
 * Makes an ephemeral key and derives the secret shared with the receiver's; undefined when that is not a point on the curve.
 */
export type AgreeOnKey = (receiverKey: Buffer) => AgreedKey | undefined;
