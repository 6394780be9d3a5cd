const KB = 1024;
const MB = 1024 * KB;

/** Every limit of the platform. Sizes are bytes, durations seconds. */
export const LIMITS = {
  appIdLength: 128,
  nameLength: 80,
  descriptionLength: 500,
  urlLength: 2048,
  reasonLength: 500,

  jsonBodyBytes: 64 * KB,
  jsonDepth: 32,
  pageSize: 100,

  archiveBytes: 200 * MB,
  unpackedBytes: 500 * MB,
  expansionRatio: 100,
  archiveFiles: 2000,
  archivePathLength: 240,
  federationManifestBytes: 1 * MB,
  iconBytes: 1 * MB,

  idempotencyKeyLength: 255,
  idempotencyKeySeconds: 24 * 60 * 60,
  tokenSeconds: 366 * 24 * 60 * 60,

  storageValueBytes: 1 * MB,
  storageTotalBytes: 10 * MB,

  tokenPayloadBytes: 4096,
  topicPayloadBytes: 2048,
  tokensPerRequest: 1000,
  topicsPerDevice: 2000,
  topicsPerCondition: 5,
  devicesPerGroup: 20,
  collapseKeysPerDevice: 4,
  timeToLiveSeconds: 28 * 24 * 60 * 60,
  messagesPerDevicePerMinute: 240,
  deviceTokenLength: 4096,
} as const;
