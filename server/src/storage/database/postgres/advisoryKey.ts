import { createHash } from 'node:crypto';

/** Advisory locks are numbers, shared by the whole database: the name is hashed together with the schema. */
export function advisoryKey(schema: string, name: string): [number, number] {
  const hash = createHash('sha256').update(`${schema}\0${name}`).digest();
  return [hash.readInt32BE(0), hash.readInt32BE(4)];
}
