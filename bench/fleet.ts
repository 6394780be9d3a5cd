import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { besideOthers, measureAlone } from './fleet/besideOthers.ts';
import { type Ceiling, type Fit, ceilingOf, fitCosts, totalOf } from './fleet/ceilings.ts';
import { forgetStatements, readStatements } from './fleet/databaseFigures.ts';
import {
  type FleetFigures,
  type Load,
  connectIdle,
  measureFleet,
  startNode,
} from './fleet/measureFleet.ts';
import { plotCeilings } from './fleet/plotCeilings.ts';
import { seedFleet } from './fleet/seedFleet.ts';
import { type Services, startServices } from './fleet/Services.ts';
import { compileC } from './lib/compileC.ts';
import { describeMachine } from './lib/describeMachine.ts';
import { packageVersions, providePeers } from './lib/peers.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { seedGateway } from './lib/seedGateway.ts';
import { buildPlatform, startPlatform } from './lib/startPlatform.ts';
import type { RunningProcess } from './lib/startProcess.ts';
import { writeScaling } from './lib/writeScaling.ts';
import { table } from './lib/writeReport.ts';

const NODES = [1, 2, 4];
const FURTHER = [4, 16, 64];
/** A lower value sends more slowly, for machines with other work. */
const PACE = Number(process.env['BENCH_FLEET_PACE'] ?? 1);
const LOADS: readonly Load[] = [
  { name: 'one by one', perSecond: 250 * PACE, atOnce: 1 },
  { name: 'twenty at once', perSecond: 1000 * PACE, atOnce: 20 },
];
const INTERESTED = 10;
const IDLE = 200;
const TOPIC = 'news';
const OTHER_TOPIC = 'weather';
const UNINTERESTED_GOAL = 5;
const STATEMENTS_GOAL = 2;
const PICTURE = fileURLToPath(new URL('../docs/images/scaling.svg', import.meta.url));

/** The cost of a message in a fleet by the role of a node, and how it scales with the number of nodes. */
export async function fleet(log: Log): Promise<Section> {
  await providePeers(['nats-server'], log);
  const main = await buildPlatform();
  const program = await compileC('fan-out/client.c');
  const services = await startServices();
  const nodes: RunningProcess[] = [await startNode(main, services.env)];
  const seed = (topic: string, devices: number) =>
    seedFleet(services.client, nodes[0]!.origin, { topic, devices });
  const keys = { interested: await seed(TOPIC, INTERESTED), idle: [] as string[][] };
  for (let node = 0; node < NODES.at(-1)!; node++) {
    keys.idle.push(await seed(OTHER_TOPIC, IDLE));
  }
  const perConnect = await queriesPerConnect(program, nodes[0]!, services, keys.idle[0]!);
  log(`${perConnect.toFixed(1)} queries a connect`);
  const found: FleetFigures[] = [];
  for (const count of NODES) {
    while (nodes.length < count) nodes.push(await startNode(main, services.env));
    found.push(...(await measureFleet({ program, nodes, services, keys, loads: LOADS, log })));
  }
  for (const node of nodes) await node.stop();
  await services.stop();
  const embedded = await measureEmbedded(main, program, log);
  const alone = await measureAlone(main, program, log);

  const versions = `PostgreSQL ${services.version}, ${await packageVersions(['nats-server'])}`;
  const section = sectionOf(found, embedded, perConnect, versions);
  await writePage(found, section, besideOthers(alone, found.at(-1)!, INTERESTED));
  return section;
}

/** The same load on one node with the embedded database. */
async function measureEmbedded(main: string, program: string, log: Log): Promise<FleetFigures[]> {
  const devices = INTERESTED + IDLE;
  const topics = { [TOPIC]: INTERESTED };
  const { dataDir, keys } = await seedGateway(main, { devices, topics });
  const node = await startPlatform({ main, dataDir, cores: 'all' });
  const found = await measureFleet({
    program,
    nodes: [node],
    services: undefined,
    keys: { interested: keys.slice(0, INTERESTED), idle: [keys.slice(INTERESTED)] },
    loads: LOADS,
    log,
  });
  await node.stop();
  return found;
}

/** The queries that a connecting device causes, beyond the constant background queries. */
async function queriesPerConnect(
  program: string,
  node: RunningProcess,
  { client }: Services,
  keys: string[],
): Promise<number> {
  const asked = async (run: () => Promise<void>) => {
    await forgetStatements(client);
    const start = performance.now();
    await run();
    // Deferred writes of a connection are attributed to it.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const seconds = (performance.now() - start) / 1000;
    const { statements } = await readStatements(client);
    return { calls: statements.reduce((sum, { calls }) => sum + calls, 0), seconds };
  };
  const idle = await asked(async () => undefined);
  let stop = async () => {};
  const busy = await asked(async () => {
    const connected = await connectIdle(program, node, keys);
    stop = () => connected.stop();
  });
  await stop();
  return (busy.calls - (idle.calls / idle.seconds) * busy.seconds) / keys.length;
}

const micro = (value: number | undefined) =>
  value === undefined ? '–' : `${value.toFixed(value < 20 ? 1 : 0)} µs`;
const some = (value: number) => value.toFixed(value < 10 ? 2 : 0);

function sectionOf(
  found: readonly FleetFigures[],
  embedded: readonly FleetFigures[],
  perConnect: number,
  versions: string,
): Section {
  const onOne = (load: Load) => found.find((each) => each.nodes === 1 && each.load === load)!;
  return {
    how:
      `Nodes as they are deployed, with ${versions}, every commit on disk. Messages of 256 bytes go to one node by \`POST /fcm/send\`, at a fixed rate ` +
      `below what they could do, for ${INTERESTED} devices that are connected to another node (with one node, to that one), and acknowledge as \`@host/push\` does; ` +
      `every node has ${IDLE} further connected devices that the messages are not for. CPU is processor time of the processes for one message, less what they use when nothing is sent. ` +
      'Statements are those that PostgreSQL counted, of all nodes, less those of idle nodes; a batch is a commit of messages. The clock is the row that every commit of messages updates: ' +
      'how long another session waits for it while all nodes send, each its share. All on one machine, nothing pinned; rate limits are raised, since all comes from one address.',
    rows: [
      ...LOADS.map((load) => {
        const uninterested = uninterestedOf(found.findLast((figures) => figures.load === load)!)!;
        return {
          what: `CPU of an uninterested node, ${load.name}`,
          measured: micro(uninterested),
          peer: `limit ${UNINTERESTED_GOAL} µs`,
          ratio: uninterested / UNINTERESTED_GOAL,
          goal: { below: 1 },
        };
      }),
      ...LOADS.map((load) => {
        const each = found.findLast((figures) => figures.load === load)!;
        return {
          what: `statements per batch, ${each.nodes} nodes, ${load.name}`,
          measured: some(each.statementsPerCommit),
          peer: `limit ${STATEMENTS_GOAL}`,
          ratio: each.statementsPerCommit / STATEMENTS_GOAL,
          goal: { below: 1.0001 },
        };
      }),
      ...LOADS.map((load, index) => {
        const [ours, theirs] = [onOne(load), embedded[index]!];
        return {
          what: `CPU per message, one node on PostgreSQL against the embedded database, ${load.name}`,
          measured: `${micro(totalOf(ours))} and ${micro(ours.costs.postgres)} of PostgreSQL`,
          peer: micro(totalOf(theirs)),
          ratio: (totalOf(ours) + ours.costs.postgres) / totalOf(theirs),
        };
      }),
    ],
    others: Math.max(...found.map(({ others }) => others)),
    tables: tablesOf(found, embedded, perConnect),
  };
}

function uninterestedOf({ costs }: FleetFigures): number | undefined {
  const others = costs.nodes.slice(2);
  return others.length === 0 ? undefined : others.reduce((sum, each) => sum + each) / others.length;
}

function tablesOf(
  found: readonly FleetFigures[],
  embedded: readonly FleetFigures[],
  perConnect: number,
): NonNullable<Section['tables']> {
  const last = found.at(-1)!;
  return [
    {
      title: 'CPU for one message',
      head: [
        'nodes',
        'sent',
        'sending',
        'interested',
        'uninterested',
        'NATS',
        'PostgreSQL',
        'p50',
        'p99',
      ],
      rows: [
        ...found.map((each) => costRow(String(each.nodes), each)),
        ...embedded.map((each) => costRow('1, embedded', each)),
      ],
    },
    {
      title: 'What PostgreSQL is asked for one message',
      head: [
        'nodes',
        'sent',
        'messages per batch',
        'statements',
        'per batch',
        'rows',
        'WAL bytes',
        'clock, p50',
        'clock, p99',
      ],
      rows: found.map((each) => [
        String(each.nodes),
        each.load.name,
        some(each.messagesPerCommit),
        some(each.statements),
        some(each.statementsPerCommit),
        some(each.rows),
        Math.round(each.walBytes).toLocaleString('en'),
        `${each.clock.p50.toFixed(1)} ms (idle ${each.clock.idle.toFixed(1)})`,
        `${each.clock.p99.toFixed(1)} ms`,
      ]),
    },
    {
      title: `The statements that are run most, ${last.nodes} nodes, ${last.load.name}`,
      head: ['statement', 'for one message', 'rows'],
      rows: last.most.map(({ text, calls, rows }) => [
        `\`${text.replaceAll('|', '\\|').replaceAll('`', '')}\``,
        calls.toFixed(3),
        rows.toFixed(3),
      ]),
    },
    {
      title: 'Otherwise',
      head: ['what', 'figure'],
      rows: [
        ['queries for a device that connects', perConnect.toFixed(1)],
        ['CPU of an idle node in a second', `${last.idle.nodes.at(-1)!.toFixed(1)} ms`],
        [
          `CPU of PostgreSQL in a second, ${last.nodes} idle nodes`,
          `${last.idle.postgres.toFixed(1)} ms`,
        ],
      ],
    },
  ];
}

function costRow(nodes: string, each: FleetFigures): string[] {
  const [sending, interested] = each.costs.nodes;
  return [
    nodes,
    `${each.load.perSecond}/s, ${each.load.name}`,
    micro(sending),
    micro(interested ?? sending),
    micro(uninterestedOf(each)),
    micro(each.costs.nats),
    micro(each.costs.postgres),
    `${each.p50.toFixed(1)} ms`,
    `${each.p99.toFixed(1)} ms`,
  ];
}

/** Writes the section of docs/scaling.md with the fit and the chart. */
async function writePage(
  found: readonly FleetFigures[],
  section: Section,
  comparison: readonly string[],
): Promise<void> {
  const loads = LOADS.map((load) => {
    const figures = found.filter((each) => each.load === load);
    return { load, figures, fit: fitCosts(figures) };
  });
  await writeFile(
    PICTURE,
    plotCeilings(
      loads.map(({ load, figures, fit }) => ({
        name: load.name,
        fit,
        measured: figures.map((each) => ({
          nodes: each.nodes,
          perSecond: (each.nodes * 1e6) / totalOf(each),
        })),
      })),
    ),
  );
  const tables = section.tables!.map(
    ({ title, head, rows }) => `### ${title}\n\n${table(head, rows)}`,
  );
  await writeScaling(
    'fleet',
    [
      await describeMachine(section),
      section.how,
      ...tables,
      '### How far that goes',
      'The nodes together spend `a + b·N` on a message: `a` once, `b` on every node, since each hears of it. **What follows is an extrapolation** from ' +
        `${NODES.join(', ')} nodes on one machine: what N nodes with a core each could do if devices and senders were spread evenly, and the cores that ` +
        'PostgreSQL and NATS would need for that. Where PostgreSQL has fewer, it is the limit; batches grow then, and a message costs it less.',
      table(
        ['sent', 'nodes', 'a + b·N', 'messages a second', 'PostgreSQL', 'NATS'],
        loads.flatMap(({ load, fit }) =>
          FURTHER.map((nodes) => ceilingRow(load, fit, ceilingOf(fit, nodes))),
        ),
      ),
      '![Messages a second by nodes](images/scaling.svg)',
      '### Beside others',
      ...comparison,
    ].join('\n\n'),
  );
}

function ceilingRow(load: Load, { nodes: line }: Fit, ceiling: Ceiling): string[] {
  const cores = (value: number) => `${value.toFixed(1)} cores`;
  return [
    load.name,
    String(ceiling.nodes),
    `${line.a.toFixed(0)} + ${line.b.toFixed(1)}·N µs`,
    (Math.round(ceiling.perSecond / 100) * 100).toLocaleString('en'),
    cores(ceiling.postgresCores),
    cores(ceiling.natsCores),
  ];
}
