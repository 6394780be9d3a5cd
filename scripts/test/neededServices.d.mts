import type { SourceGraph } from './SourceGraph.mjs';

export type Service =
  | 'postgres'
  | 'nats'
  | 'chromium'
  | 'headless'
  | 'dbus'
  | 'promtool'
  | 'systemd'
  | 'pgbouncer'
  | 'nginx'
  | 'kubectl'
  | 'ruby'
  | 'buildah'
  | 'mmdebstrap'
  | 'arm64'
  | 'native'
  | 'server'
  | 'tools';
/** The services that test files need. */
export function neededServices(graph: SourceGraph, files: readonly string[]): Set<Service>;
