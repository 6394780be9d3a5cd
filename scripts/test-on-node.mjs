// Runs the tests that depend on the version of Node on other versions: `node scripts/test-on-node.mjs 22 24`, with `--all` all
// tests of the server and the CLI. Without versions on all supported release lines except the current one, on which the whole
// suite runs.
import { delimiter } from 'node:path';

import { installNode } from './node-versions/installNode.mjs';
import { ALL_ON_A_NODE, NODE_VERSIONS, ON_EVERY_NODE } from './node-versions/nodeVersions.mjs';
import { Outcome } from './test/Outcome.mjs';
import { VITEST } from './test/runners.mjs';
import { runTests } from './test/runTests.mjs';

process.on('SIGINT', () => {});

const [own] = process.versions.node.split('.');
const others = Object.keys(NODE_VERSIONS).filter((line) => line !== own);
const options = process.argv.slice(2);
const isAll = options.includes('--all');
const asked = options.filter((option) => option !== '--all');
const lines = asked.length > 0 ? asked : others;
const unknown = lines.filter((line) => !(line in NODE_VERSIONS));
if (unknown.length > 0) {
  console.error(
    `Node ${unknown.join(' and ')}: not among those that have to hold, ${Object.keys(NODE_VERSIONS).join(', ')}.`,
  );
  process.exit(2);
}

const outcome = await Outcome.open();
for (const line of lines) {
  const version = NODE_VERSIONS[line];
  console.log(`\nNode ${version}`);
  let programs;
  try {
    programs = await installNode(version);
  } catch (error) {
    outcome.add({ passed: 0, failed: 1, skipped: 0, problems: [error.message] });
    continue;
  }
  const count = await runTests(VITEST, {
    name: `node-${version}`,
    folder: outcome.folder,
    args: isAll ? ALL_ON_A_NODE : ON_EVERY_NODE,
    notTestedFile: outcome.notTestedFile,
    env: { PATH: `${programs}${delimiter}${process.env.PATH}` },
  });
  outcome.add(count);
  for (const [file, skipped] of count.skippedIn) {
    outcome.sayNotTested(`${skipped} skipped in ${file} on Node ${version}`);
  }
  outcome.sayNotTested(
    `on Node ${version} only ${count.files} test files were run, ${isAll ? 'all of the server and the command' : 'those in scripts/node-versions'}`,
  );
}
await outcome.close();
