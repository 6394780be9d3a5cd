/** Federation's state of a container, or of the host itself. */
export interface FederationInstance {
  options: { name: string; version?: string };
}

/** The global scope, which the scripts of all mini-apps share. */
export const globals = globalThis as unknown as Record<string, unknown> & {
  __FEDERATION__?: { __INSTANCES__: FederationInstance[] };
};

/** The global that a mini-app's chunks are added to. */
export function chunksOf({ globalName }: { globalName: string }): string {
  return `chunks_${globalName}`;
}
