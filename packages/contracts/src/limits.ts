import { CLIENT_LIMITS } from './clientLimits.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Every limit of the platform. Sizes are bytes, durations seconds. */
export const LIMITS = {
  ...CLIENT_LIMITS,

  descriptionLength: 500,
  urlLength: 2048,
  reasonLength: 500,

  jsonBodyBytes: 64 * KB,
  jsonDepth: 32,
  pageSize: 100,

  archiveBytes: 200 * MB,
  expansionRatio: 100,
  archiveFiles: 2000,
  archivePathLength: 240,
  federationManifestBytes: 1 * MB,
  iconBytes: 1 * MB,

  idempotencyKeyLength: 255,
  idempotencyKeySeconds: 24 * 60 * 60,
  namesPerApp: 20,
  appsPerPublisher: 1000,
  tokenSeconds: 366 * 24 * 60 * 60,

  localeLength: 35,
  accessTokenSeconds: 10 * 60,
  appTokenSeconds: 5 * 60,
  refreshTokenSeconds: 30 * 24 * 60 * 60,
  refreshGraceSeconds: 30,
  sessionSeconds: 365 * 24 * 60 * 60,
  sessionsPerPerson: 50,
  consentsPerPerson: 3000,
  verifyLinkSeconds: 24 * 60 * 60,
  resetLinkSeconds: 60 * 60,
  mailsPerAddress: 5,
  mailsWaiting: 10_000,

  documentBytes: 32 * KB,
  documentsPerCollection: 1000,
  collectionBytes: 1 * MB,
  collectionsPerApp: 50,
  upstreamRequestBytes: 1 * MB,
  upstreamAnswerBytes: 10 * MB,

  eventNamesPerDay: 500,
  eventRowsPerDay: 2000,
  analyticsSeconds: 400 * 24 * 60 * 60,
  eventIdSeconds: 3 * 24 * 60 * 60,
  analyticsDays: 92,
  reportedFailures: 50,

  tokenPayloadBytes: 4096,
  topicPayloadBytes: 2048,
  tokensPerRequest: 1000,
  topicsPerCondition: 5,
  devicesPerGroup: 20,
  collapseKeysPerDevice: 4,
  collapseKeyLength: 1024,
  timeToLiveSeconds: 28 * 24 * 60 * 60,
  messagesPerDevicePerMinute: 240,
  messagesPerDevicePerHour: 5000,
  collapsibleBurst: 20,
  collapsibleEverySeconds: 3 * 60,
  messagesPerTopicPerMinute: 1_000_000,
  pushBodyBytes: 1 * MB,
  deviceProofSeconds: 10 * 60,
  deviceProofsPerToken: 10,
  deviceProofsPerNetwork: 60,
  deviceProofsPerNetworkAndToken: 4,
  deviceProofTries: 10,
  deviceSeconds: 270 * 24 * 60 * 60,
  messageHistorySeconds: 30 * 24 * 60 * 60,
  scheduleSeconds: 366 * 24 * 60 * 60,
  unacknowledgedMessages: 1000,
  scheduledPerDevice: 64,
  scheduledBytes: 3800,
  scheduledLateSeconds: 60 * 60,
} as const;
