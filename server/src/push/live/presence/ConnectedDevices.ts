import type { Presence } from './Presence.types.ts';

interface ConnectedDevicesOptions {
  /** Whether this node has the connection of a device. */
  isHere: (deviceId: number) => boolean;
  presence: Pick<Presence, 'lookFor' | 'isElsewhere'>;
}

/** A device as it was read, with the node that it was connected to last. */
interface ReadDevice {
  id: number;
  node: string | null;
}

/** Which devices are connected, to this node or to another. */
export class ConnectedDevices {
  readonly #options: ConnectedDevicesOptions;

  constructor(options: ConnectedDevicesOptions) {
    this.#options = options;
  }

  /** Has to be called after the devices were read: they can be on a node that started a moment ago. */
  lookForNodes(devices: Iterable<Pick<ReadDevice, 'node'>>): Promise<void> {
    return this.#options.presence.lookFor(Array.from(devices, ({ node }) => node));
  }

  has({ id, node }: ReadDevice): boolean {
    const { isHere, presence } = this.#options;
    return isHere(id) || presence.isElsewhere(node);
  }
}
