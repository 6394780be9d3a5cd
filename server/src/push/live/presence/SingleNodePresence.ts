import type { ConnectedHere, LiveNode, NodeReport, Presence } from './Presence.types.ts';

/** Presence where there is a single node: every connected device is connected to it. */
export class SingleNodePresence implements Presence {
  readonly nodes = 1;
  readonly #report: () => NodeReport;
  #here: Pick<ConnectedHere, 'size'> = { size: 0 };

  constructor(report: () => NodeReport) {
    this.#report = report;
  }

  async start(here: Pick<ConnectedHere, 'size'>): Promise<void> {
    this.#here = here;
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
    return { devices: this.#here.size, nodes: 1 };
  }

  async listNodes(): Promise<LiveNode[]> {
    const { size } = this.#here;
    return [{ node: 'the only one', connected: size, isThis: true, ...this.#report() }];
  }

  tell(): void {
    // Who asks is told from memory.
  }

  async close(): Promise<void> {
    // There is nobody to notify.
  }
}
