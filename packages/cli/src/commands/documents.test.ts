import { describe, expect, it } from 'vitest';

import { readDocuments } from '../../../../scripts/build/documents.mjs';
import { fencedBlocks } from '../../../../scripts/build/fencedBlocks.mjs';
import { shellCommands, shellText } from '../../../../scripts/build/shellCommands.mjs';
import { type Call, buildProgram } from '../terminal/buildProgram.ts';
import { createPalette } from '../terminal/Palette.ts';
import { SECTIONS } from './sections.ts';

/** What the command makes of words, without doing it; its complaint where it does not understand them. */
async function understood(words: readonly string[]): Promise<string> {
  let call: Call | undefined;
  const program = buildProgram(SECTIONS, {
    color: createPalette(false),
    write: () => undefined,
    onCall: (asked) => (call = asked),
  });
  try {
    await program.parseAsync([...words], { from: 'user' });
    return call ? 'yes' : 'it does nothing';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code === 'commander.helpDisplayed' ? 'yes' : message;
  }
}

const isOurs = (words: readonly string[]) =>
  /^(miniapp|@host\/cli|packages\/cli\/bin\/miniapp\.js)$/.test(words[0]!);
const withoutNode = (words: readonly string[]) => (words[0] === 'node' ? words.slice(1) : words);

describe('the commands `miniapp …` in the documents', () => {
  it('are there, with all their options, in every block', async () => {
    const commands = (await readDocuments()).flatMap(({ path, text }) =>
      fencedBlocks(text).flatMap((block) =>
        shellCommands(shellText(block))
          .map(withoutNode)
          .filter(isOurs)
          .map((words) => ({ place: `${path}:${block.line}`, words })),
      ),
    );
    expect(commands.length).toBeGreaterThan(10);
    for (const { place, words } of commands) {
      expect(await understood(words.slice(1)), `${place} ${words.join(' ')}`).toBe('yes');
    }
  });

  it('are there wherever a sentence names one', async () => {
    const named = (await readDocuments()).flatMap(({ path, text }) =>
      [...text.matchAll(/`(?:npx )?miniapp ([^`…]+)`/g)].map(([, words]) => ({
        path,
        words: shellCommands(words!)[0]!,
      })),
    );
    expect(named.length).toBeGreaterThan(10);
    for (const { path, words } of named) {
      // A sentence names a command, and leaves out what it is given.
      const answer = await understood(words);
      expect(answer, `${path}: miniapp ${words.join(' ')}`).not.toMatch(/unknown/);
    }
  });

  it('that are not there are told', async () => {
    expect(await understood(['publishh'])).toContain('unknown command');
    expect(await understood(['publish', '--relase', '10%'])).toContain('unknown option');
  });
});
