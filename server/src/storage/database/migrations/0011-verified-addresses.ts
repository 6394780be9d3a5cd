import type { Migration } from './Migration.types.ts';

/** Verified e-mail addresses, the links that verify them and reset passwords, and the mails that carry the links. */
export const verifiedAddresses: Migration = {
  id: 11,
  name: 'verified-addresses',
  statements: ({ text }) => [
    // NULL until the person has shown that mail to the address reaches them.
    `ALTER TABLE accounts ADD COLUMN email_verified_at BIGINT`,

    // Requested accounts; they are created once the mailed link is opened and the password entered.
    `CREATE TABLE pending_accounts (
      id ${text} PRIMARY KEY,
      email ${text} NOT NULL,
      email_key ${text} NOT NULL,
      name ${text} NOT NULL,
      locale ${text},
      password_hash ${text} NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX pending_accounts_by_address ON pending_accounts (email_key)`,
    `CREATE INDEX pending_accounts_by_end ON pending_accounts (expires_at)`,

    `CREATE TABLE account_links (
      -- SHA-256 of the token in the link: who reads the table cannot follow any link.
      token_hash ${text} PRIMARY KEY,
      -- reset, verify or sign-up.
      purpose ${text} NOT NULL,
      account_id ${text} REFERENCES accounts (id) ON DELETE CASCADE,
      pending_id ${text} REFERENCES pending_accounts (id) ON DELETE CASCADE,
      -- The address that whoever has the link reads mail of; NULL when an operator made the link.
      email ${text},
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX account_links_of_account ON account_links (account_id)`,
    `CREATE INDEX account_links_of_pending ON account_links (pending_id)`,
    `CREATE INDEX account_links_by_end ON account_links (expires_at)`,

    // Mails to send. They contain no link: it is generated when the mail is sent.
    `CREATE TABLE mails (
      id ${text} PRIMARY KEY,
      kind ${text} NOT NULL,
      recipient ${text} NOT NULL,
      recipient_key ${text} NOT NULL,
      account_id ${text},
      pending_id ${text},
      attempts INTEGER NOT NULL,
      created_at BIGINT NOT NULL,
      -- When a node may try it (again).
      next_at BIGINT NOT NULL,
      -- When it is of no use any more.
      expires_at BIGINT NOT NULL,
      -- Kept for a while after it was sent, to count how many an address gets.
      sent_at BIGINT
    )`,
    `CREATE INDEX mails_waiting ON mails (next_at) WHERE sent_at IS NULL`,
    `CREATE INDEX mails_of_recipient ON mails (recipient_key, created_at)`,
    `CREATE INDEX mails_by_end ON mails (expires_at)`,
  ],
};
