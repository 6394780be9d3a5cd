import type { BenchPage } from '../BenchPage.types.ts';

/** The first-screen titles of the mini-apps that are opened. */
const FIRST_SCREEN = /Your orders|On offer/;

const LIMIT_MS = 20_000;

/** Opens a mini-app and checks once per frame whether its first screen is shown. */
export async function untilShown(
  open: () => void,
  text: () => string | null | undefined,
): Promise<number> {
  const start = performance.now();
  open();
  await untilFrame(() => FIRST_SCREEN.test(text() ?? ''), text);
  return performance.now() - start;
}

export function untilFrame(
  isThere: () => boolean,
  text: () => string | null | undefined,
): Promise<void> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const look = () => {
      if (isThere()) resolve();
      else if (performance.now() - start < LIMIT_MS) requestAnimationFrame(look);
      else reject(new Error(`It is not there after ${LIMIT_MS} ms. The page says: ${text()}`));
    };
    requestAnimationFrame(look);
  });
}

/** Exposes a page to the driver. */
export function offer(page: BenchPage): void {
  Object.assign(globalThis, { bench: page });
}
