/** Decides how often the browser's Back is passed to a mini-app that claims to have a screen to go back to. */
export interface BackSteps {
  /** To be called when the mini-app reports whether there is a screen to go back to, at every navigation. */
  tell: (canGoBack: boolean) => void;
  canGoBack: () => boolean;
  /** To be called when a Back was passed on. */
  take: () => void;
}

/** The limit: after this many Backs the person leaves, whatever the mini-app claims. */
export const MAX_BACK_STEPS = 10;
/** The minimal time between screens in milliseconds, so that one touch does not count for many. */
const FASTEST_TOUCHES = 300;
/** Two Backs within this time, in milliseconds, mean that the person wants to leave. */
const DOUBLE_BACK = 500;

/**
 * Passes one Back to a mini-app for each screen that the person opened by a touch, and one more if it starts on an inner
 * screen. The next Back leaves it, whatever it claims, and so does a double Back.
 */
export function createBackSteps(
  followsTap: () => boolean,
  now: () => number = () => performance.now(),
): BackSteps {
  let left = 1;
  let isClaimed = false;
  let countedAt = -Infinity;
  let takenAt = -Infinity;
  return {
    tell(canGoBack) {
      isClaimed = canGoBack;
      const isOther = now() - countedAt >= FASTEST_TOUCHES;
      if (!canGoBack || left >= MAX_BACK_STEPS || !isOther || !followsTap()) return;
      countedAt = now();
      left += 1;
    },
    canGoBack: () => isClaimed && left > 0 && now() - takenAt >= DOUBLE_BACK,
    take() {
      left -= 1;
      takenAt = now();
    },
  };
}
