import type { Page } from 'playwright-core';

/** Adds a button of the host that keeps how long after a tap it was told of it. */
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

/** Taps it, and resolves to how long the page took to answer, by its own clock. */
export async function tap(page: Page): Promise<number> {
  await page.getByText('a button of the host').click();
  return (await page.evaluate<number[]>('tapDelays')).at(-1)!;
}
