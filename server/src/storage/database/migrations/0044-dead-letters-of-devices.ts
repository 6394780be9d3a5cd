import type { Migration } from './Migration.types.ts';

/**
 * What was given up of a device: following a message to it, and forgetting a person, looked at all that was given up in
 * months.
 */
export const deadLettersOfDevices: Migration = {
  id: 44,
  name: 'dead-letters-of-devices',
  statements: () => [
    `CREATE INDEX push_dead_letters_of_device ON push_dead_letters (device_id, message_id)`,
  ],
};
