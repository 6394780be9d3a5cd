import type { DeviceCursor } from './ledger/cursorRows.ts';

/** What devices acknowledge by requests while they are not connected to this node. */
export interface AbsentAcknowledgements {
  /**
   * Records an acknowledgement if this node knows what the device was sent; returns whether it does. The caller makes sure
   * that the device does not connect here meanwhile.
   */
  settle(deviceId: number, deviceCursor: DeviceCursor, position: number): Promise<boolean>;
  /** If this node does not know, has it recorded by the node that does. The device may connect here meanwhile. */
  hand(deviceId: number, position: number): Promise<void>;
  /** Notifies the node that handed an acknowledgement over that it is on disk. */
  tell(deviceId: number): Promise<void>;
  close(): void;
}
