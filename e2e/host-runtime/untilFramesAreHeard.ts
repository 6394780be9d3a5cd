import type { Page } from 'playwright-core';

/**
 * Waits until messages of frames have reached their host: effects of a render run within the next animation frames, and a
 * sent message arrives before a later request, which is sent through the invisible relay.
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
