import type { Migration } from './Migration.types.ts';

/**
 * An index on the dead letters of a device: without it, tracing a message to a device and deleting a person scanned months
 * of them.
 */
export const deadLettersOfDevices: Migration = {
  id: 44,
  name: 'dead-letters-of-devices',
  statements: () => [
    `CREATE INDEX push_dead_letters_of_device ON push_dead_letters (device_id, message_id)`,
  ],
};
