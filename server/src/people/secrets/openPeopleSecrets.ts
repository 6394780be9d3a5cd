import { hkdfSync, randomBytes } from 'node:crypto';

import { seal, unseal } from '../../http/idempotency/seal.ts';
import { ConfigError } from '../../config/ConfigError.ts';
import type { Database } from '../../storage/database/Database.types.ts';

const ROOT = 'root';

/** The secrets of the people part. All nodes have the same ones. */
export interface PeopleSecrets {
  /** Makes the names under which mini-apps know people; they would all change with it. */
  readonly pairwise: Buffer;
  /** Makes refresh tokens. */
  readonly refresh: Buffer;
  /** Hides in a mini-app's token whose it is. */
  readonly reference: Buffer;
  /** Seals private keys before they are written to the database. */
  readonly sealing: Buffer;
}

/**
 * Reads the secrets, and makes them at the first start. They lie in the database, where all nodes find them, sealed with
 * PEOPLE_SECRET, which does not: neither a copy of the database nor the environment alone gives anything away.
 */
export async function openPeopleSecrets(db: Database, secret: string): Promise<PeopleSecrets> {
  const sealing = derive(Buffer.from(secret), 'host people sealing');
  await db.run(
    'INSERT INTO people_secrets (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
    ROOT,
    seal(randomBytes(32).toString('base64url'), sealing),
  );
  const row = await db.get<{ sealed: string }>(
    'SELECT sealed FROM people_secrets WHERE name = ?',
    ROOT,
  );
  const root = Buffer.from(opened(row!.sealed, sealing), 'base64url');
  return {
    pairwise: derive(root, 'host people pairwise'),
    refresh: derive(root, 'host people refresh'),
    reference: derive(root, 'host people reference'),
    sealing,
  };
}

function opened(sealed: string, sealing: Buffer): string {
  try {
    return unseal(sealed, sealing);
  } catch {
    throw new ConfigError([
      'PEOPLE_SECRET is not the one that the database was first started with. Give every node the same one; without it the server keeps one in DATA_DIR/people-secret',
    ]);
  }
}

function derive(from: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', from, '', purpose, 32));
}
