const KB = 1024;
const MB = 1024 * KB;

/** The limits that a host or a mini-app keeps by itself: all of them would be a tenth of what a client ships. */
export const CLIENT_LIMITS = {
  appIdLength: 128,
  nameLength: 80,
  emailLength: 254,
  passwordShortest: 8,
  passwordLength: 256,
  unpackedBytes: 500 * MB,
  eventsPerBatch: 100,
  reportMessageLength: 2 * KB,
  reportStackLength: 8 * KB,
  storageValueBytes: 1 * MB,
  storageTotalBytes: 10 * MB,
  topicsPerDevice: 2000,
  deviceTokenLength: 4096,
} as const;
