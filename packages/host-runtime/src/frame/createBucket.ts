/** Lets so much pass at once, and so much a second in the long run. */
export interface Bucket {
  /** Takes an amount out, when there is as much in it. */
  take(amount: number): boolean;
  /** How many milliseconds it takes until there is as much in it. */
  waitFor(amount: number): number;
}

/**
 * Makes a token bucket, which is full at first. It refers to nothing outside of itself: its text is also run in the relay
 * of a frame (`relayScript`).
 */
export function createBucket(most: number, perSecond: number, now: () => number): Bucket {
  let left = most;
  let at = now();
  function refill(): void {
    const moment = now();
    left = Math.min(most, left + ((moment - at) / 1000) * perSecond);
    at = moment;
  }
  return {
    take: function take(amount) {
      refill();
      if (amount > left) return false;
      left -= amount;
      return true;
    },
    waitFor: function waitFor(amount) {
      refill();
      return amount <= left ? 0 : ((amount - left) / perSecond) * 1000;
    },
  };
}
