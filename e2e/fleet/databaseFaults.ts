import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { FaultName } from './planFaults.ts';
import { type Fault, type Scene, waitUntil } from './Scene.ts';

const LAG_MS = 500;
const SAID_WITHIN_MS = 5000;
const SAID_BY_NODE = /"keptUpTo":(\d+)/;
const SAID_BY_COMMAND = /up to id (\d+)/;

type Name = Extract<
  FaultName,
  'stop-database' | 'promote' | 'promote-late' | 'restore' | 'put-back' | 'fill-disk'
>;

/** The faults of the database. */
export const databaseFaults: Record<Name, Fault> = {
  async 'stop-database'({ fleet }, _, ms) {
    await fleet.database.stop();
    await wait(ms);
    await fleet.database.start();
  },
  async promote({ fleet }) {
    await fleet.database.promote();
    fleet.followDatabase();
    await fleet.database.attachStandby();
  },
  async 'promote-late'(scene) {
    const { database } = scene.fleet;
    await database.detachStandby();
    await wait(LAG_MS);
    await losing(scene, {
      stop: () => database.stop(),
      async putBack() {
        await database.promote();
        scene.fleet.followDatabase();
      },
    });
    await database.attachStandby();
  },
  async restore(scene, node, ms) {
    const { nodes } = scene.fleet;
    const backup = join(scene.folder, 'backup');
    await node.command('backup', backup, '--force');
    await wait(ms);
    await losing(scene, {
      stop: () => Promise.all(nodes.map(({ process }) => process.kill('SIGTERM'))),
      async putBack() {
        const said = await node.command('restore', backup, '--force');
        await Promise.all(nodes.map((each) => each.start()));
        return firstIn(said, SAID_BY_COMMAND);
      },
    });
  },
  async 'put-back'(scene, _, ms) {
    const { database } = scene.fleet;
    await database.copy();
    await wait(ms);
    await losing(scene, { stop: () => database.stop(), putBack: () => database.putBack() });
    await database.attachStandby();
  },
  async 'fill-disk'({ fleet }, _, ms) {
    await fleet.database.fillDisk();
    await wait(ms);
    await fleet.database.emptyDisk();
  },
};

/** Replaces the database by an older state, and records what was lost and what the operator is told. */
async function losing(
  { fleet, senders, lost, write }: Scene,
  {
    stop,
    putBack,
  }: {
    /** After this nothing is accepted. */
    stop: () => Promise<unknown>;
    /** Resolves to the last id that was kept, if it is reported at this point. */
    putBack: () => Promise<number | undefined | void>;
  },
): Promise<void> {
  const saidBefore = fleet.nodes.map((node) => node.said().length);
  await stop();
  const accepted = [...senders.accepted()];
  const saidByCommand = await putBack();
  const rows = await fleet.database.query('SELECT id FROM push_messages');
  const there = new Set(rows.split('\n'));
  const lastKept = Math.max(0, ...accepted.filter((id) => there.has(id)).map(Number));
  const ids = accepted.filter((id) => !there.has(id) && !lost.has(id));
  for (const id of ids) lost.add(id);
  const said = () => fleet.nodes.map((node, index) => node.said().slice(saidBefore[index]));
  const saidByNodes = () => firstIn(said().join('\n'), SAID_BY_NODE);
  await waitUntil(() => (saidByCommand ?? saidByNodes()) !== undefined, SAID_WITHIN_MS);
  write({ type: 'lost-by-database', ids, lastKept, keptUpTo: saidByCommand ?? saidByNodes() });
}

function firstIn(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
