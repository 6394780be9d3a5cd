import {
  type CryptoKey,
  type JWK,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
} from 'jose';

import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import type { Sealer } from './createSealer.ts';
import {
  type SigningKeyRow,
  deleteSigningKey,
  insertSigningKey,
  listSigningKeys,
} from './signingKeyRows.ts';

/** Supported by every library that verifies tokens. */
export const SIGNING_ALGORITHM = 'ES256';

const DAY_MS = 24 * 60 * 60 * 1000;
const SIGNS_FOR_MS = 30 * DAY_MS;
/** How long a key is published before it signs and after it signed, for clients that cache the set for a day. */
const OVERLAP_MS = DAY_MS;
/** After this, all cached copies of the key set have expired: see `wellKnownRoutes`. */
const COPIES_END_MS = 15 * 60 * 1000;
const TOPIC = 'signing-keys';

interface SigningKey {
  id: string;
  publicJwk: JWK;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
  signsFrom: number;
}

/** The keys that tokens are signed with: one signs for a month, and the next is published a day before it takes over. */
export class SigningKeys {
  readonly #db: Database;
  readonly #sealer: Sealer;
  readonly #now: () => number;
  readonly #stopListening: () => void;
  #keys: SigningKey[] = [];
  #reading: Promise<void> = Promise.resolve();

  private constructor(db: Database, sealer: Sealer, now: () => number) {
    this.#db = db;
    this.#sealer = sealer;
    this.#now = now;
    // No ChangeCache: tokens are signed and verified without a read, so known keys stay until newer ones have been read.
    this.#stopListening = db.onChange((change) => {
      // If that fails, the next rotation reads them; until then the known keys are used.
      if (!change || change.topic === TOPIC) void this.#read().catch(() => undefined);
    });
  }

  static async open(
    db: Database,
    sealer: Sealer,
    now: () => number = Date.now,
  ): Promise<SigningKeys> {
    const keys = new SigningKeys(db, sealer, now);
    try {
      await keys.rotate();
      return keys;
    } catch (error) {
      keys.close();
      throw error;
    }
  }

  /** Makes the next key when it is due, and deletes keys whose tokens have all expired. To be called every hour. */
  async rotate(): Promise<void> {
    await this.#read();
    if (this.#isSettled()) return;
    await this.#db.withLock('people:signing-keys', async (lock) => {
      await this.#read();
      if (this.#isSettled()) return;
      const made = this.#isNextDue() ? await this.#make() : undefined;
      await this.#db.transaction(async (tx) => {
        await lock.demand(tx);
        if (made) await insertSigningKey(tx, made);
        for (const { id } of this.#outdated()) await deleteSigningKey(tx, id);
        await tx.notify({ topic: TOPIC, key: '' });
      });
      await this.#read();
    });
  }

  /**
   * Makes a new key on request. It signs in a quarter of an hour, when every cached copy of the old set has expired, and
   * tokens of the old keys stay valid until they expire. With `revokes` it signs at once, and the old keys are deleted,
   * which invalidates everything that they signed. To be followed by `reload` after the commit.
   */
  async replace(tx: Transaction, { revokes }: { revokes: boolean }): Promise<string> {
    const made = await this.#make(this.#now() + (revokes ? 0 : COPIES_END_MS));
    for (const key of await listSigningKeys(tx)) {
      // A key that has not signed yet is replaced by this one.
      if (revokes || key.signs_from > this.#now()) await deleteSigningKey(tx, key.id);
    }
    await insertSigningKey(tx, made);
    await tx.notify({ topic: TOPIC, key: '' });
    return made.id;
  }

  /** Reads the keys again. */
  reload(): Promise<void> {
    return this.#read();
  }

  /** The key that signs now. */
  current(): { id: string; privateKey: CryptoKey } {
    return this.#keys.findLast(({ signsFrom }) => signsFrom <= this.#now()) ?? this.#keys[0]!;
  }

  /** The key that a token names. */
  find(id: string | undefined): CryptoKey | undefined {
    return this.#published().find((key) => key.id === id)?.publicKey;
  }

  /** What `/.well-known/jwks.json` answers. */
  publicSet(): { keys: JWK[] } {
    return { keys: this.#published().map(({ publicJwk }) => publicJwk) };
  }

  close(): void {
    this.#stopListening();
  }

  #isSettled(): boolean {
    return !this.#isNextDue() && this.#outdated().length === 0;
  }

  #isNextDue(): boolean {
    const last = this.#keys.at(-1);
    return !last || last.signsFrom + SIGNS_FOR_MS - OVERLAP_MS <= this.#now();
  }

  /** Keys whose successor has signed for so long that all of their tokens have expired. */
  #outdated(): SigningKey[] {
    return this.#keys.filter((_, index) => {
      const next = this.#keys[index + 1];
      return next !== undefined && next.signsFrom + OVERLAP_MS <= this.#now();
    });
  }

  #published(): SigningKey[] {
    const outdated = this.#outdated();
    return this.#keys.filter((key) => !outdated.includes(key));
  }

  async #make(signsFrom = this.#nextSignsFrom()): Promise<SigningKeyRow> {
    const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
    const jwk = await exportJWK(pair.publicKey);
    const id = await calculateJwkThumbprint(jwk);
    return {
      id,
      public_jwk: JSON.stringify({ ...jwk, kid: id, alg: SIGNING_ALGORITHM, use: 'sig' }),
      sealed_private_jwk: this.#sealer.seal(JSON.stringify(await exportJWK(pair.privateKey))),
      created_at: this.#now(),
      signs_from: signsFrom,
    };
  }

  #nextSignsFrom(): number {
    return this.#now() + (this.#keys.length === 0 ? 0 : OVERLAP_MS);
  }

  // Reads are serialized: an earlier one that finishes later must not bring back a revoked key.
  #read(): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#readNow());
    return this.#reading;
  }

  async #readNow(): Promise<void> {
    const rows = await listSigningKeys(this.#db);
    this.#keys = await Promise.all(rows.map((row) => this.#open(row)));
  }

  async #open(row: SigningKeyRow): Promise<SigningKey> {
    const known = this.#keys.find(({ id }) => id === row.id);
    if (known) return known;
    const publicJwk = JSON.parse(row.public_jwk) as JWK;
    const privateJwk = JSON.parse(this.#sealer.open(row.sealed_private_jwk).text) as JWK;
    return {
      id: row.id,
      publicJwk,
      publicKey: (await importJWK(publicJwk, SIGNING_ALGORITHM)) as CryptoKey,
      privateKey: (await importJWK(privateJwk, SIGNING_ALGORITHM)) as CryptoKey,
      signsFrom: row.signs_from,
    };
  }
}
