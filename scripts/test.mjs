// Runs the tests of the repository.
//   pnpm test                     all of them
//   pnpm test push/live registry  those whose path has one of these words; other options of vitest go with them
//   pnpm test --changed           those near uncommitted changes; --changed=main: near changes that main does not have
import { Outcome } from './test/Outcome.mjs';
import { VITEST } from './test/runners.mjs';
import { runTests } from './test/runTests.mjs';
import { selectChanged } from './test/selectChanged.mjs';

// Ctrl-C reaches the runners, too: they end by themselves, and the results so far are still summed up.
process.on('SIGINT', () => {});

const given = process.argv.slice(2).filter((argument) => argument !== '--');
const changed = given.map((each) => /^--changed(?:=(.+))?$/.exec(each)).find(Boolean);
const args = given.filter((each) => !/^--changed(=|$)/.test(each));

const outcome = await Outcome.open();
const files = changed ? await selectChanged(changed[1] ?? 'HEAD') : undefined;
if (files) console.log(files.report);
if (files === undefined || files.tests.length > 0) {
  const count = await runTests(VITEST, {
    folder: outcome.folder,
    args: [...args, ...(files?.tests ?? [])],
    notTestedFile: outcome.notTestedFile,
  });
  outcome.add(count);
  // With a selection it is obvious that the others did not run.
  if (given.length === 0) {
    for (const [file, skipped] of count.skippedIn) {
      outcome.sayNotTested(`${skipped} skipped in ${file}`);
    }
  }
}
await outcome.close();
