/** What callers may use in a day. */
export interface Budget {
  /** The seconds to wait until an amount fits, or undefined when it does now. */
  secondsUntilRoom(caller: string, amount: number): number | undefined;
  add(caller: string, amount: number): void;
  /** How much of the budget a caller has used, from 0 to 1. */
  usedRatio(caller: string): number;
}
