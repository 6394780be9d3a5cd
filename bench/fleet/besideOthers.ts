import { type IdleFigures, eachKb, measureIdle } from '../idle-sockets.ts';
import { OTHER_FILES, possibleOpenFiles } from '../lib/openFiles.ts';
import type { Log } from '../lib/Section.types.ts';
import { table } from '../lib/writeReport.ts';
import { totalOf } from './ceilings.ts';
import type { FleetFigures } from './measureFleet.ts';

/** The devices of the node that is put beside others: as many as a process may have files open for nearly everywhere. */
const CONNECTIONS = 10_000;
const MB = 1024 * 1024;

/** Figures that others published, with their source. None of them was measured here. */
const PUBLISHED = {
  name: 'Centrifugo',
  where: 'https://centrifugal.dev/blog/2020/02/10/million-connections-with-centrifugo',
  connections: '1,000,000 on 20 pods',
  delivered: 'about 500,000 messages a second',
  processor: '40 cores for the pods, 0.32 of a core for each of 5 Redis',
  microsecondsPerDelivery: (40 / 500_000) * 1e6,
  memory: '27 GB, about 30 kB a connection',
  p99: '200 ms',
} as const;

/** Measures one node with as many devices as it takes to compare it with others. */
export async function measureAlone(main: string, program: string, log: Log): Promise<IdleFigures> {
  const openFiles = await possibleOpenFiles(CONNECTIONS + OTHER_FILES);
  const connections = Math.min(CONNECTIONS, openFiles - OTHER_FILES);
  return measureIdle({ main, program, connections, openFiles }, log);
}

/** What others published beside what was measured here, in paragraphs of Markdown. */
export function besideOthers(
  alone: IdleFigures,
  fleet: FleetFigures,
  interested: number,
): readonly string[] {
  const { connections, after, fanOut, cpuMicroseconds } = alone;
  const many = (count: number) => count.toLocaleString('en');
  const each = `${cpuMicroseconds.toFixed(1)} µs of the node`;
  const inFleet = `${(totalOf(fleet) / interested).toFixed(1)} µs of all ${fleet.nodes} nodes`;
  return [
    `What [${PUBLISHED.name} published](${PUBLISHED.where}) was **not measured here**: it is of other machines and other messages, kept by Redis and not on disk. ` +
      `What is beside it **was measured here**, on one node with the embedded database and one core, every message on disk and for all of its ${many(connections)} devices, ` +
      'which come from the same machine. A message for many costs less for each of them than one for a few; therefore the fleet above is there, too: ' +
      `messages for ${interested} devices, ${fleet.load.name}.`,
    table(
      ['what', `${PUBLISHED.name}, as published`, 'ours, as measured'],
      [
        ['connections', PUBLISHED.connections, `${many(connections)} on one node`],
        [
          'delivered',
          PUBLISHED.delivered,
          `about ${many(1000 * Math.round(fanOut.deliveries / fanOut.seconds / 1000))} messages a second`,
        ],
        ['processor', PUBLISHED.processor, 'one core for the node'],
        [
          'processor for a delivery',
          `${PUBLISHED.microsecondsPerDelivery.toFixed(0)} µs of the pods, by these figures`,
          `${each}; in the fleet, ${inFleet}`,
        ],
        [
          'memory',
          PUBLISHED.memory,
          `${many(Math.round(after / MB))} MB, ${eachKb(alone).toFixed(1)} KB a connection`,
        ],
        ['delivery, p99', PUBLISHED.p99, `${fanOut.p99.toFixed(0)} ms`],
      ],
    ),
  ];
}
