import type { Page } from 'playwright-core';

/**
 * Lets frames tell their host what they have to tell: effects of what was drawn run within the next frames, and a message
 * that was sent arrives before what is asked afterwards.
 */
export async function untilFramesAreHeard(page: Page): Promise<void> {
  const threeFrames = `new Promise((done) => {
    const wait = (left) => (left === 0 ? setTimeout(done) : requestAnimationFrame(() => wait(left - 1)));
    wait(3);
  })`;
  for (const each of [...page.frames().slice(1), page]) await each.evaluate(threeFrames);
}
