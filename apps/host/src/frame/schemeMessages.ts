import { SCHEMES, type Scheme } from '../theme/createAppearance.ts';

/** A frame asks its host which scheme the person chose. */
export const SCHEME_QUESTION = 'host:scheme?';

/** The host tells a frame which scheme the person chose. Nothing in it is secret: any page may hear it. */
export interface SchemeMessage {
  type: 'host:scheme';
  scheme: Scheme;
}

/** What a message from the host says, or undefined when it is about something else. */
export function schemeIn(data: unknown): Scheme | undefined {
  const { type, scheme } = (data ?? {}) as Partial<SchemeMessage>;
  return type === 'host:scheme' ? SCHEMES.find((each) => each === scheme) : undefined;
}
