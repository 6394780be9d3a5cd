import type { SystemReport } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatBytes } from '../../terminal/formatBytes.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import type { Output } from '../../terminal/Output.ts';

export const systemCommand = defineCommand<{ exitCode?: boolean }>({
  name: 'system',
  summary: 'see what the server runs on, and what is wrong with it',
  description:
    'Asks the running server, which checks what `host-server doctor` checks beside it: that takes some seconds. The configuration and all limits are in --json, secrets never. Needs the scope admin.',
  options: [['--exit-code', 'end with exit code 1 when a check failed']],
  examples: [
    ['miniapp system', 'nodes, disk, push services, back ends and checks'],
    ['miniapp system --exit-code --json', 'in a script that tells somebody'],
  ],
  async run({ env, out }, { options }) {
    const { client } = await connect(env);
    const system = await client.readSystem();
    showServer(out, system);
    showServices(out, system);
    for (const { what, status, detail, cure } of system.findings ?? []) {
      const text = `${what}: ${detail}`;
      if (status === 'failed') out.fail(text, cure);
      else if (status === 'ok') out.done(text);
      else out.warn(text, cure);
    }
    const hasFailed = system.findings?.some(({ status }) => status === 'failed') ?? false;
    return { json: { system }, failed: Boolean(options.exitCode) && hasFailed };
  },
});

function showServer(out: Output, { server, database, storage: { disk } }: SystemReport): void {
  const row = (name: string, value: string) => [out.color.dim(name), value];
  out.table([
    row('server', `${server.version} on Node.js ${server.node}`),
    row('since', formatDate(server.startedAt)),
    row('memory', formatBytes(server.memoryBytes)),
    row('database', database.kind),
    ...(disk
      ? [row('disk', `${formatBytes(disk.freeBytes)} free of ${formatBytes(disk.totalBytes)}`)]
      : []),
  ]);
}

function showServices(out: Output, { nodes, pushServices, upstreams }: SystemReport): void {
  const { color } = out;
  if (nodes.length > 0) {
    out.table([
      ['NODE', 'VERSION', 'DEVICES'].map(color.dim),
      ...nodes.map(({ node, connected, isThis, version }) => [
        isThis ? `${node} (answered)` : node,
        // Nodes of a release before versions were said as such.
        version ?? 'older',
        `${connected}`,
      ]),
    ]);
  }
  const services = [
    ...pushServices.map(({ name, ...rest }) => ({ name, ...rest })),
    ...upstreams.map(({ appId, ...rest }) => ({ name: `back end of ${appId}`, ...rest })),
  ];
  if (services.length === 0) return;
  out.table([
    ['SERVICE', 'STATE', 'LAST ERROR'].map(color.dim),
    ...services.map(({ name, state, lastError }) => [
      name,
      state === 'failing' ? color.red(state) : state,
      lastError ? `${lastError.code} (${formatDate(lastError.at)})` : '',
    ]),
  ]);
}
