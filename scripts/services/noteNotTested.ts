import { appendFile } from 'node:fs/promises';

/** Records what could not be tested and how to enable it. `pnpm test` repeats it at the end, where it is noticed. */
export async function noteNotTested(sentence: string): Promise<void> {
  const file = process.env['NOT_TESTED_FILE'];
  if (file === undefined) console.warn(`NOT TESTED: ${sentence}`);
  else await appendFile(file, `${JSON.stringify(sentence)}\n`);
}
