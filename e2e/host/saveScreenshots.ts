import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { BrowserContext, Page } from 'playwright-core';
import type { TestContext } from 'vitest';

const MAX_TEXT = 600;

/**
 * Saves screenshots of the pages if a test failed, and attaches what they showed to the failure message: the machine that it
 * failed on may be gone when somebody investigates.
 */
export async function saveScreenshots(
  context: Pick<BrowserContext, 'pages'>,
  task: TestContext['task'],
): Promise<void> {
  if (task.result?.state !== 'fail') return;
  const folder = await mkdtemp(join(tmpdir(), 'host-screens-'));
  const [error] = task.result.errors ?? [];
  for (const [index, page] of context.pages().entries()) {
    const path = join(folder, `${index}.png`);
    await page.screenshot({ path });
    const said = `${page.url()} looked like ${path}: ${await textOf(page)}`;
    if (!error) continue;
    // Some reports show the beginning of the message, others that of the stack.
    error.message = afterFirstLine(error.message, said);
    if (error.stack !== undefined) error.stack = afterFirstLine(error.stack, said);
  }
}

function afterFirstLine(text: string, line: string): string {
  const [first, ...rest] = text.split('\n');
  return [first, line, ...rest].join('\n');
}

async function textOf(page: Page): Promise<string> {
  const text = await page.evaluate<string>('document.body.innerText').catch(String);
  return text.replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT);
}
