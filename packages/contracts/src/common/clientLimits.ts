const KB = 1024;
const MB = 1024 * KB;

/** The limits that hosts and mini-apps enforce themselves: importing all of `LIMITS` would add a tenth to a client's size. */
export const CLIENT_LIMITS = {
  appIdLength: 128,
  nameLength: 80,
  localeLength: 35,
  emailLength: 254,
  passwordShortest: 8,
  passwordLength: 256,
  unpackedBytes: 500 * MB,
  eventsPerBatch: 100,
  reportMessageLength: 2 * KB,
  reportStackLength: 8 * KB,
  storageValueBytes: 1 * MB,
  storageTotalBytes: 10 * MB,
  asksPerDay: 3,
  askPauseSeconds: 6,
  topicsPerDevice: 2000,
  deviceTokenLength: 4096,
  /** Messages of a mini-app in a frame to its host at once: a screen that reads all that it stored sends fewer. */
  frameMessages: 2000,
  /** Messages a second in the long run: more is of no use, and a flood keeps the host from responding to the person. */
  frameMessagesPerSecond: 500,
  /** Characters of those messages at once: all that a mini-app may store, and a little more. */
  frameText: 12 * MB,
  /** Characters a second in the long run. */
  frameTextPerSecond: 4 * MB,
  /** Characters of one message: the largest value that can be stored or sent to a back end, twice. */
  frameMessageText: 2 * MB,
} as const;
