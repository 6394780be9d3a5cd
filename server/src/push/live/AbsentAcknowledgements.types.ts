import type { DeviceCursor } from './ledger/cursorRows.ts';

/** What devices acknowledge by requests while they are not connected to this node. */
export interface AbsentAcknowledgements {
  /**
   * Records an acknowledgement, if this node knows what the device was sent, and says whether it does. The caller keeps the
   * device from connecting here meanwhile.
   */
  settle(deviceId: number, deviceCursor: DeviceCursor, position: number): Promise<boolean>;
  /** Has it recorded by the node that knows, when this one does not. The device may connect here meanwhile. */
  hand(deviceId: number, position: number): Promise<void>;
  /** Tells the node that handed one over that it is on disk. */
  tell(deviceId: number): Promise<void>;
  close(): void;
}
