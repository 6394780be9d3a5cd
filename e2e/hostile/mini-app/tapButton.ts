import type { Page } from 'playwright-core';

/** Adds a host button that records how long after a tap its handler ran. */
export async function addButton(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const button = document.createElement('button');
    button.textContent = 'a button of the host';
    button.style.cssText = 'position:fixed;bottom:0;left:0;z-index:9';
    globalThis.tapDelays = [];
    button.addEventListener('click', ({ timeStamp }) => tapDelays.push(performance.now() - timeStamp));
    document.body.append(button);
  })()`);
}

/** Taps it, and resolves to the latency of the page by its own clock. */
export async function tap(page: Page): Promise<number> {
  await page.getByText('a button of the host').click();
  return (await page.evaluate<number[]>('tapDelays')).at(-1)!;
}
