import { fileURLToPath } from 'node:url';

import { beforeAfter } from './before-after.ts';
import { bigTopic } from './big-topic.ts';
import { bundle } from './bundle.ts';
import { consoleScreens } from './console.ts';
import { develop } from './develop.ts';
import { download } from './download.ts';
import { durableSends } from './durable-sends.ts';
import { fanOut } from './fanout.ts';
import { firstLoad } from './first-load.ts';
import { fleet } from './fleet.ts';
import { floodedHost } from './flooded-host.ts';
import { idleSockets } from './idle-sockets.ts';
import { describeMachine } from './lib/describeMachine.ts';
import { leaveNothing } from './lib/leaveNothing.ts';
import { providePeers } from './lib/peers.ts';
import type { Benchmark } from './lib/Section.types.ts';
import { runAlone } from './lib/runAlone.ts';
import { summarise, writeReport } from './lib/writeReport.ts';
import { open } from './open.ts';
import { resolve } from './resolve.ts';
import { resume } from './resume.ts';
import { routing } from './routing.ts';
import { resolveSteps } from './resolve-steps.ts';
import { strangers } from './strangers.ts';
import { update } from './update.ts';
import { uploadMemory } from './upload-memory.ts';
import { upstreams } from './upstreams.ts';
import { webPush } from './webpush.ts';

const BENCHMARKS: Record<string, Benchmark> = {
  resolve,
  'resolve-steps': resolveSteps,
  download,
  'upload-memory': uploadMemory,
  open,
  'first-load': firstLoad,
  develop,
  'flooded-host': floodedHost,
  fanout: fanOut,
  'durable-sends': durableSends,
  'big-topic': bigTopic,
  'idle-sockets': idleSockets,
  fleet,
  resume,
  strangers,
  webpush: webPush,
  upstreams,
  console: consoleScreens,
  bundle,
  update,
  routing,
  'before-after': beforeAfter,
};
const REPORT = fileURLToPath(new URL('report.md', import.meta.url));

leaveNothing();
runAlone();
const names = process.argv.slice(2).filter((argument) => argument !== '--');
const unknown = names.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}: ${Object.keys(BENCHMARKS).join(', ')}`,
  );
  process.exit(1);
}

await providePeers(['wrk', 'nginx'], console.log);
for (const name of names.length > 0 ? names : withoutArguments()) {
  const start = performance.now();
  const log = (line: string) =>
    console.log(
      `${name} ${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${line}`,
    );
  try {
    const section = await BENCHMARKS[name]!(log);
    await writeReport(
      REPORT,
      Object.keys(BENCHMARKS),
      new Map([[name, { section, facts: await describeMachine(section) }]]),
    );
    for (const line of summarise(section)) log(line);
  } catch (error) {
    // The other benchmarks still run.
    console.error(error);
    process.exitCode = 1;
  }
}

/** All benchmarks except the one that needs to be told what to compare with. */
function withoutArguments(): string[] {
  return Object.keys(BENCHMARKS).filter((name) => name !== 'before-after');
}
