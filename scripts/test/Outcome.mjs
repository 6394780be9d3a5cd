import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The combined results of all runners: counts, and the warnings to print at the end. */
export class Outcome {
  #total = { passed: 0, failed: 0, skipped: 0 };
  #loudLines = [];
  #folder;

  static async open() {
    const outcome = new Outcome();
    outcome.#folder = await mkdtemp(join(tmpdir(), 'tests-'));
    return outcome;
  }

  /** The folder for the runners' reports. */
  get folder() {
    return this.#folder;
  }

  /** The file in which tests record what they could not test, one JSON value per line. */
  get notTestedFile() {
    return join(this.#folder, 'not-tested');
  }

  add(count) {
    for (const key of Object.keys(this.#total)) this.#total[key] += count[key];
    for (const problem of count.problems) this.#loudLines.push(`FAILED: ${problem}`);
    this.#loudLines.push(...(count.unsteady ?? []));
  }

  sayNotTested(sentence) {
    this.#loudLines.push(`NOT TESTED: ${sentence}`);
  }

  /** Prints everything, the totals last, and sets the exit code. */
  async close() {
    for (const sentence of await this.#notTested()) this.sayNotTested(sentence);
    await rm(this.#folder, { recursive: true });
    const { passed, failed, skipped } = this.#total;
    const isStrict = Boolean(process.env.CI);
    if (isStrict && skipped > 0) this.#loudLines.push('FAILED: in CI nothing may be skipped');
    if (this.#loudLines.length > 0) {
      console.log(`\n${this.#loudLines.map((line) => `!!! ${line}`).join('\n')}\n`);
    }
    const summary = `${passed} passed, ${failed} failed, ${skipped} skipped`;
    // A caller that runs more than these tests prints the overall totals itself as its last line.
    if (process.env.TEST_SUMMARY_FILE) {
      await writeFile(process.env.TEST_SUMMARY_FILE, [...this.#loudLines, summary, ''].join('\n'));
    } else {
      console.log(summary);
    }
    process.exitCode = failed > 0 || (isStrict && skipped > 0) ? 1 : 0;
  }

  async #notTested() {
    const text = await readFile(this.notTestedFile, 'utf8').catch(() => '');
    return [...new Set(text.split('\n').filter(Boolean))].map((line) => JSON.parse(line));
  }
}
