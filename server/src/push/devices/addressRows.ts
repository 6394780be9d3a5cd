import type { Queries } from '../../storage/database/Database.types.ts';

// A device's address is how its push service reaches it, as JSON; its column is called `upstream`.

/** Sets or clears the address of a device. A quarantine ends, since it was about the previous address. */
export async function setAddress(tx: Queries, id: number, address: string | null): Promise<void> {
  await tx.run('UPDATE devices SET upstream = ?, quarantined = NULL WHERE id = ?', address, id);
}

/** Takes an address from a device that still has it. Returns the number of changed rows. */
export function dropAddress(tx: Queries, id: number, address: string): Promise<number> {
  return tx.run('UPDATE devices SET upstream = NULL WHERE id = ? AND upstream = ?', id, address);
}

/** Stops using an address that a device still has. Returns the number of changed rows. */
export function quarantineAddress(
  tx: Queries,
  id: number,
  address: string,
  reason: string,
): Promise<number> {
  return tx.run(
    'UPDATE devices SET quarantined = ? WHERE id = ? AND upstream = ?',
    reason,
    id,
    address,
  );
}
