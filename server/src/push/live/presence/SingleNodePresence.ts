import type { Presence, PresenceOptions } from './Presence.types.ts';

/** Presence where there is a single node: every connected device is connected to it. */
export class SingleNodePresence implements Presence {
  readonly nodes = 1;
  readonly #connected: () => number;

  constructor({ connected }: Pick<PresenceOptions, 'connected'>) {
    this.#connected = connected;
  }

  async start(): Promise<void> {
    // There is nobody to tell.
  }

  async lookFor(): Promise<void> {
    // There is no other.
  }

  isElsewhere(): boolean {
    return false;
  }

  async take(): Promise<undefined> {
    return undefined;
  }

  async lostOf(): Promise<[]> {
    return [];
  }

  async countConnected(): Promise<{ devices: number; nodes: number }> {
    return { devices: this.#connected(), nodes: 1 };
  }

  async listNodes(): Promise<{ node: string; connected: number; isThis: boolean }[]> {
    return [{ node: 'the only one', connected: this.#connected(), isThis: true }];
  }

  async close(): Promise<void> {
    // There is nobody to tell.
  }
}
