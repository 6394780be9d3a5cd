/** A good mobile network: 9 Mbit/s, 60 ms round trip. */
export const FOUR_G = {
  offline: false,
  latency: 60,
  downloadThroughput: 9e6 / 8,
  uploadThroughput: 9e6 / 8,
};
