import type { Encoding } from '../artifactKeys.ts';
import type { Artifact } from '../artifactRows.ts';

/** The best compressed form that exists and that the client accepts; undefined for the content as it is. */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  encodings: Artifact['encodings'],
): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  return (['br', 'gzip'] as const).find(
    (encoding) => encodings[encoding] !== undefined && accepts(acceptEncoding, encoding),
  );
}

function accepts(header: string, encoding: Encoding): boolean {
  let wildcard = false;
  for (const part of header.split(',')) {
    const [name, ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (name === encoding || (name === 'x-gzip' && encoding === 'gzip')) return !refused;
    if (name === '*') wildcard = !refused;
  }
  return wildcard;
}
