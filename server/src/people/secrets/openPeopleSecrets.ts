import { hkdfSync, randomBytes } from 'node:crypto';

import { ConfigError } from '../../errors/ConfigError.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { type Sealer, createSealer } from './createSealer.ts';
import { insertSecret, readSecret, replaceSecret } from './secretRows.ts';
import { listSigningKeys, replaceSealed } from './signingKeyRows.ts';

const ROOT = 'root';

/** The secrets of the people part. All nodes have the same ones. */
export interface PeopleSecrets {
  /** Derives openIds, the pairwise ids of people: if it changed, all of them would change. */
  readonly pairwise: Buffer;
  /** Derives refresh tokens. */
  readonly refresh: Buffer;
  /** Encrypts the reference from a mini-app's token to the session it was issued in. */
  readonly reference: Buffer;
  /** The key for digests of networks and installs, so that a copy of the database does not reveal them. */
  readonly digests: Buffer;
  /** Encrypts private keys for the database. */
  readonly sealer: Sealer;
}

/**
 * Reads the secrets, or generates them at the first start. They are in the database, for all nodes, encrypted with
 * PEOPLE_SECRET, which is only in the environment: neither of the two alone reveals them.
 */
export async function openPeopleSecrets(
  db: Database,
  secret: string,
  previousSecret?: string,
): Promise<PeopleSecrets> {
  const sealer = createSealer(secret, previousSecret);
  await insertSecret(db, ROOT, sealer.seal(randomBytes(32).toString('base64url')));
  const { text, isOld } = opened(await readSecret(db, ROOT), sealer);
  // The encrypted secret itself stays the same when PEOPLE_SECRET changes, and with it every openId and every session.
  if (isOld) await replaceSecret(db, ROOT, sealer.seal(text));
  await reencryptKeys(db, sealer);
  const root = Buffer.from(text, 'base64url');
  return {
    pairwise: derive(root, 'host people pairwise'),
    refresh: derive(root, 'host people refresh'),
    reference: derive(root, 'host people reference'),
    digests: derive(root, 'host digests'),
    sealer,
  };
}

/** Each key is checked: a node with the old PEOPLE_SECRET may add one after another node has started with the new one. */
async function reencryptKeys(db: Database, sealer: Sealer): Promise<void> {
  for (const { id, sealed_private_jwk } of await listSigningKeys(db)) {
    const { text, isOld } = opened(sealed_private_jwk, sealer);
    if (isOld) await replaceSealed(db, id, sealer.seal(text));
  }
}

function opened(sealed: string, sealer: Sealer): ReturnType<Sealer['open']> {
  try {
    return sealer.open(sealed);
  } catch {
    throw new ConfigError([
      'PEOPLE_SECRET is not the one that the database was first started with. Give every node the same one; without it the server keeps one in DATA_DIR/people-secret. While it is changed, PEOPLE_SECRET_PREVIOUS is the old one',
    ]);
  }
}

function derive(from: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', from, '', purpose, 32));
}
