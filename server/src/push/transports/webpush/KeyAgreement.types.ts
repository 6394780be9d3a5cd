/** The public half of a key that is used for one message alone, and the secret that it shares with the receiver. */
interface AgreedKey {
  senderKey: Buffer;
  sharedSecret: Buffer;
}

/** Makes a key and agrees with another one's; undefined when that is no point of the curve. */
export type AgreeOnKey = (receiverKey: Buffer) => AgreedKey | undefined;
