/** A token bucket: allows bursts, and a sustained rate. */
export interface Bucket {
  /** Takes an amount if it is available; returns whether it did. */
  take(amount: number): boolean;
  /** The milliseconds until an amount is available. */
  waitFor(amount: number): number;
}

/**
 * Creates a token bucket, initially full. The function must be self-contained, as its source is also run in the relay of a
 * frame (`relayScript`).
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
