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
  | 'buildah'
  | 'native'
  | 'server'
  | 'tools';
/** What test files need besides the code. */
export function neededServices(graph: SourceGraph, files: readonly string[]): Set<Service>;
