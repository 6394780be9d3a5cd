/** The encodings that content may be kept in besides its own. */
export type Encoding = 'br' | 'gzip';

const BEST_FIRST: readonly Encoding[] = ['br', 'gzip'];

/** Clients send some dozens of characters; longer headers are ignored. */
const MAX_HEADER_LENGTH = 256;

const REFUSED = /^q=0(\.0*)?$/;

/** The best compressed form that exists and that the client accepts; undefined for the content as it is. */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  encodings: Readonly<Partial<Record<Encoding, unknown>>>,
): Encoding | undefined {
  return acceptedEncodings(acceptEncoding).find((encoding) => encodings[encoding] !== undefined);
}

/** Which of our encodings a client accepts, the best one first: a few possible values, whatever the header. */
export function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  if (acceptEncoding === undefined || acceptEncoding.length > MAX_HEADER_LENGTH) return [];
  const named = new Map<string, boolean>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [coding, ...parameters] = part.split(';').map((each) => each.trim());
    const name = coding === 'x-gzip' ? 'gzip' : coding!;
    if (!named.has(name)) named.set(name, !parameters.some((each) => REFUSED.test(each)));
  }
  const others = named.get('*') ?? false;
  return BEST_FIRST.filter((encoding) => named.get(encoding) ?? others);
}
