import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** The cost of a hash: it takes 128 × 2^logN × r bytes of memory, and time grows with p. */
export interface PasswordCost {
  logN: number;
  r: number;
  p: number;
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const STORED = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/** Hashes a password with a random salt; the result contains the cost, so that it can be raised later. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return toText(salt, await derive(password, salt, cost), cost);
}

/** A hash that no password matches, and that takes as long to check as any other. */
export function decoyHash(cost: PasswordCost): string {
  return toText(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES), cost);
}

/** Whether a password is the one that a hash was made of. */
export async function matchesHash(password: string, stored: string): Promise<boolean> {
  const { cost, salt, hash } = parse(stored);
  return timingSafeEqual(await derive(password, salt, cost), hash);
}

/** Whether a hash was made at another cost than new ones are. */
export function isOutdated(stored: string, cost: PasswordCost): boolean {
  const made = parse(stored).cost;
  return made.logN !== cost.logN || made.r !== cost.r || made.p !== cost.p;
}

function toText(salt: Buffer, hash: Buffer, { logN, r, p }: PasswordCost): string {
  return `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

function parse(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const [, logN, r, p, salt, hash] = STORED.exec(stored) ?? [];
  if (!salt || !hash) throw new Error('A stored password hash has a form that is not known.');
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

function derive(password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
  // The same letters can be typed as different code points; they are one password.
  const text = password.normalize('NFKC');
  const N = 2 ** logN;
  const options = { N, r, p, maxmem: 128 * N * r + 128 * r * p + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(text, salt, HASH_BYTES, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
