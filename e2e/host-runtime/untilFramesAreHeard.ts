import type { Page } from 'playwright-core';

/**
 * Lets frames tell their host what they have to tell: effects of what was drawn run within the next frames, and a message
 * that was sent arrives before what is asked afterwards. It goes through the relay, which is not drawn.
 */
export async function untilFramesAreHeard(page: Page): Promise<void> {
  const threeFrames = `new Promise((done) => {
    const wait = (left) => (left === 0 ? setTimeout(done) : requestAnimationFrame(() => wait(left - 1)));
    wait(3);
  })`;
  const frames = await Promise.all(
    page
      .frames()
      .slice(1)
      .map(async (frame) => ({
        frame,
        isDrawn: await (await frame.frameElement()).isVisible(),
      })),
  );
  for (const { frame, isDrawn } of frames) if (isDrawn) await frame.evaluate(threeFrames);
  for (const { frame, isDrawn } of frames) {
    if (!isDrawn) await frame.evaluate('new Promise((done) => setTimeout(done))');
  }
  await page.evaluate(threeFrames);
}
