/** How often the browser's Back is left to a mini-app that says it has a screen to go back to. */
export interface BackSteps {
  /** The mini-app says whether there is a screen to go back to; it says so whenever it has gone to another one. */
  tell: (canGoBack: boolean) => void;
  canGoBack: () => boolean;
  /** One was taken. */
  take: () => void;
}

/** However often a mini-app says that it went on: this many Backs later the person is out of it. */
export const MAX_BACK_STEPS = 10;
/** Nobody opens screens faster than this, in milliseconds: one touch must not count for many. */
const FASTEST_TOUCHES = 300;
/** Two Backs this close, in milliseconds, are somebody who wants to leave. */
const DOUBLE_BACK = 500;

/**
 * Lets a mini-app have one Back for each screen that the person opened by touching it, and one more for a mini-app that
 * starts on an inner screen. The Back after that leaves it whatever it says, and so does one right after another.
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
