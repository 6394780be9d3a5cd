import type { Migration } from './Migration.types.ts';

/**
 * Deletes the unkeyed digests of networks and installs: with a copy of the database, all addresses could be tried. The
 * counts of starts are reset.
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
