import type { EndingRecord } from '../../access/stateOfToken.ts';

/** What tokens and server keys have in common. */
export interface SecretRecord extends EndingRecord {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt?: string | undefined;
  /** The secret of before, while it is accepted. */
  previous?: { endsAt: string; lastUsedAt?: string | undefined } | undefined;
}
