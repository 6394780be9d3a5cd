import type { Migration } from './Migration.types.ts';

/**
 * Forgets the digests of networks and installs that were made without a key: whoever has a copy could try all addresses.
 * Counting of starts begins anew.
 */
export const keyedDigests: Migration = {
  id: 15,
  name: 'keyed-digests',
  statements: () => [
    `DELETE FROM report_installs`,
    `UPDATE report_periods SET period = period + 1, installs = 0, failed_installs = 0, networks = 0,
      failed_networks = 0`,
  ],
};
