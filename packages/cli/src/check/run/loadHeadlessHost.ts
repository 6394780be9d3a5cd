export type HeadlessHost = typeof import('@host/headless-host');

/** Loaded only when something is executed: it brings a whole host along. */
export function loadHeadlessHost(): Promise<HeadlessHost> {
  return import('@host/headless-host');
}
