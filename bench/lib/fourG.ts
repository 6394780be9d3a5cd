/** A good mobile network: 9 Mbit/s, 60 ms there and back. */
export const FOUR_G = {
  offline: false,
  latency: 60,
  downloadThroughput: 9e6 / 8,
  uploadThroughput: 9e6 / 8,
};
