/** The purposes of server limits whose doc comment does not make sense to readers of a table. */
export const SERVER_LIMIT_NOTES: Readonly<Record<string, string>> = {
  'hosting/analytics/analyticsRoutes.ts BATCHES_A_MINUTE':
    'batches of analytics events from one network in a minute',
  'hosting/analytics/countEvents.ts MAX_SKEW_MS':
    'that the day of an event may be away; beyond it counts as today',
  'createApp.ts REQUEST_LIMIT_MS':
    'for which a request may be received: as long as the largest upload takes',
  'createApp.ts HEADERS_LIMIT_MS': 'for which the headers of a request may be received',
  'createApp.ts MAX_PATH_PART_LENGTH': 'characters of one part of a path',
  'config/parseProxyTrust.ts MAX_HOPS': 'proxies that TRUST_PROXY can count',
  'http/health.ts CHECK_LIMIT_MS':
    'after which a database or object store that does not answer counts as gone',
  'http/log/logOutcome.ts MAX_PATH_LENGTH':
    'characters of a path in the log; the route is named instead',
  'http/rate-limits/rateLimits.ts MAX_FILES_PER_REQUEST':
    'files that a network may ask for, for each other request that RATE_LIMIT_PER_ADDRESS lets it make',
  'operations/console/consoleLinks.ts MAX_SKEW_MS':
    'that the clock which made a sign-in link may be ahead of the server’s',
  'operations/console/consoleRoutes.ts MAX_SIGN_INS_PER_MINUTE':
    'tries to sign in to the console from one network in a minute',
  'operations/console/RefusedSignIns.ts MAX_REFUSALS_PER_HOUR':
    'refused tries to sign in to the console that a node writes into the audit log in an hour; of the others it has how many',
  'operations/console/oidcRoutes.ts MAX_OIDC_REQUESTS_PER_MINUTE':
    'requests of signing in with an identity provider from one network in a minute, two for each',
  'operations/audit/auditRoutes.ts MAX_ACTORS':
    'tokens that a part of a name can mean in a search of the audit log, the newest first',
  'operations/audit/changeOf.ts MAX_CHANGE_LENGTH':
    'characters of what was before and after an action, as JSON; of what is longer the audit log has the names of the fields',
  'people/issuer/OidcProvider.ts MAX_ANSWER_BYTES':
    'bytes of an answer of the identity provider of the console that are read',
  'people/issuer/OidcProvider.ts MAX_GROUPS':
    'groups of somebody that are read; who has more has none',
  'operations/quotas/quotaLimits.ts MAX_CONSOLE_SESSIONS_PER_TOKEN':
    'sessions of the console that one token or person has; the oldest go',
  'overview/ChangeStreams.ts MAX_STREAMS_PER_TOKEN': 'those of one token among them',
  'overview/ChangeStreams.ts MAX_WAITING_BYTES':
    'events that wait for a page of the console that does not read; its stream ends then',
  'overview/changeRoutes.ts MAX_STREAMS': 'pages of the console that hear of changes from one node',
  'push/search/searchRows.ts MAX_COUNTED':
    'devices that an audience is counted up to; above it is estimated',
  'push/search/AudienceCounts.ts MAX_OF_CALLER':
    'audiences of conditions that one caller counts at once, those that wait included',
  'push/search/countMatching.ts MAX_LOOKED':
    'devices that are looked at for the audience of a condition; the rest is estimated',
  'overview/overviewRows.ts MAX_COUNTED':
    'entries that a list of the overview has besides those that it shows; above it says that there are more',
  'overview/overviewRows.ts MAX_RELEASED': 'versions that the overview shows as released lately',
  'people/mail/MailQueue.ts MAX_WAIT_MS': 'between two tries to send a mail',
  'main.ts SHUTDOWN_LIMIT_MS': 'that a server which is told to end waits for requests under way',
  'hosting/archive/readFederationManifest.ts MAX_SHARED':
    'packages that a version can need of its hosts in a range of versions',
  'hosting/archive/readFederationManifest.ts MAX_RANGE_LENGTH': 'characters of such a range',
  'hosting/archive/readFederationManifest.ts MAX_PACKAGE_LENGTH':
    'characters of the name of such a package',
  'hosting/mini-app-api/upstream/UpstreamHealth.ts MAX_REMEMBERED':
    'back ends of mini-apps whose last error a node remembers',
  'hosting/mini-app-api/upstream/createUpstreamClient.ts MAX_CONNECTIONS':
    'connections to one back end of a mini-app',
  'hosting/mini-app-api/upstream/createUpstreamGuard.ts LOOKUP_LIMIT_MS':
    'for which the address of a back end is looked up',
  'people/passwords/Passwords.ts MAX_WAITING':
    'passwords that wait to be checked; then whoever has the most waiting is told to come back',
  'people/passwords/Passwords.ts MAX_WAITING_OF_ONE':
    'passwords that wait to be checked from 256 addresses of IPv4, or one customer of IPv6',
  'people/sessions/SignInLimits.ts MAX_SIGN_INS.perAddress':
    'tries at passwords from one network in a minute',
  'people/sessions/SignInLimits.ts MAX_SIGN_INS.perAddressAndAccount':
    'tries at one account from one network in a quarter of an hour',
  'people/sessions/SignInLimits.ts MAX_SIGN_INS.perAccount':
    'tries at one account from anywhere in a quarter of an hour; as many again near where its person is signed in',
  'people/sessions/SignInLimits.ts MAX_KNOWN':
    'places where an account was signed in to that a node remembers besides the sessions',
  'people/sessions/SignInLimits.ts MAX_SIGN_INS.accountsPerAddress':
    'new accounts from one network in an hour',
  'people/sessions/SignInLimits.ts MAX_SIGN_INS.mailsPerAddressAndAccount':
    'mails of a kind that one network asks for in an hour to one e-mail address',
  'people/sessions/SignInLimits.ts MAX_SIGN_INS.mailsPerAddress':
    'mails that one network asks for in an hour',
  'push/live/fan-out/FanOut.ts MAX_PER_ROUND':
    'messages that are sent to the same devices together',
  'push/live/hints.ts MAX_TOLD':
    'messages that a node believes another one to have told at once; more it reads from the database',
  'push/live/ledger/DeliveryLedger.ts MAX_KEPT':
    'deliveries that are remembered while the database is away',
  'push/messages/MessageLog.ts MAX_PENDING':
    'messages that wait to be written; more are told that the server is unavailable',
  'push/send/ThreadSendHandler.ts MAX_PENDING':
    'sends that wait for the thread that writes; more are told that the server is unavailable',
  'push/transports/apns/apnsPayload.ts MAX_APNS_BYTES': 'bytes of a message to Apple’s service',
  'push/transports/fcm/FcmTransport.ts MAX_STREAMS':
    'requests to FCM under way on one connection, of which there are two',
  'push/transports/http2/Exchange.ts MAX_ANSWER_BYTES':
    'bytes of an answer of FCM or Apple’s service that are read',
  'push/transports/retryAfter.ts MAX_DELAY_MS': 'that another push service can have us wait',
  'push/transports/webpush/WebPushClient.ts MAX_ANSWER_BYTES':
    'bytes of an answer of a Web Push service that are read',
  'push/transports/webpush/WebPushClient.ts MAX_SOCKETS.maxSockets':
    'connections to one Web Push service',
  'push/transports/webpush/WebPushClient.ts MAX_SOCKETS.maxTotalSockets':
    'connections to all Web Push services',
  'push/transports/webpush/WebPushClient.ts MAX_SOCKETS.maxFreeSockets':
    'of these that stay open while nothing is sent',
  'push/transports/webpush/sealPayload.ts MAX_WEB_PUSH_BYTES':
    'bytes of a message to a Web Push service',
  'push/push-services/PushServiceSender.ts MAX_ATTEMPTS':
    'tries to hand a message to another push service',
  'push/websocket/FrameReader.ts MAX_MESSAGE_BYTES':
    'bytes of a message of a device over its WebSocket',
  'push/websocket/FrameReader.ts MAX_CONTROL_BYTES': 'bytes of a control frame (RFC 6455)',
  'push/websocket/FrameReader.ts MAX_FRAGMENTS': 'fragments of such a message',
  'push/websocket/acceptSockets.ts MAX_REFUSALS_LOGGED_A_MINUTE':
    'lines about refused WebSockets in the log in a minute',
  'push/live/someSeconds.ts MAX_RETRY_AFTER_SECONDS':
    'seconds until a device that is told to come later may come again',
  'hosting/reports/reportRoutes.ts REPORTS_A_MINUTE':
    'reports of how versions run from one network in a minute',
  'storage/database/sqlite/WriteQueue.ts MAX_WAITING_WRITES':
    'changes that wait for the embedded database; more are refused with 503',
  'storage/objects/assertObjectKey.ts MAX_KEY_BYTES': 'bytes of the key of an object',
  'errors/stray/StrayErrors.ts MAX_LINES_A_MINUTE':
    'lines about errors that nothing expected in the log in a minute',
};

const ROUND = 'the size of a round: what is more comes with the next one';
const MEMORY = 'the size of a cache: what is forgotten is looked up again';

/** Constants that are named like limits but reject nothing, with the reason. */
export const NO_LIMITS: Readonly<Record<string, string>> = {
  'hosting/artifacts/cdn/MemoryAnswers.ts MAX_ANSWERS': MEMORY,
  'hosting/artifacts/cdn/cdnRoutes.ts MAX_KNOWN_ARTIFACTS': MEMORY,
  'hosting/artifacts/upload/removeUnregistered.ts MAX_AT_ONCE': ROUND,
  'push/registration/registerDevice.ts MAX_ATTEMPTS': 'tries when two registrations meet',
  'http/strangers/KnownCallers.ts MAX_KNOWN_CALLERS': MEMORY,
  'http/rate-limits/RequestCounter.ts MAX_CALLERS':
    'the size of a table of counts: the network that asked longest ago begins anew',
  'operations/actions/idempotency/AnswerQuota.ts MAX_HOLDERS': MEMORY,
  'operations/inRounds.ts MAX_AT_ONCE': ROUND,
  'push/live/backlog/Backlog.ts MAX_AT_ONCE': ROUND,
  'push/live/backlog/Backlog.ts MAX_BY_SUBSCRIBING': ROUND,
  'push/live/connection/Connection.ts MAX_SKIPPED': 'the size of a memory of what was not sent',
  'push/live/Feed.ts MAX_AT_ONCE': ROUND,
  'push/live/batches/SentLog.ts MAX_BATCHES':
    'the size of a part of the bookkeeping: the next part follows',
  'push/live/fan-out/BatchWriter.ts MAX_WIRES': ROUND,
  'push/devices/deviceChanges.ts MAX_AT_ONCE': ROUND,
  'push/live/backlog/sentEarlier.ts MAX_KEPT':
    'what a device can have kept follows from unacknowledgedMessages',
  'config/readTracing.ts MAX_MS': 'the longest time that a setting of tracing may name',
  'tracing/OtlpExporter.ts MAX_AT_ONCE': ROUND,
  'tracing/OtlpExporter.ts MAX_ATTEMPTS': 'tries when the collector of traces cannot take them',
  'tracing/OtlpExporter.ts LINES_A_MINUTE': 'lines in the log when traces cannot be sent',
  'push/messages/MessageLog.ts MAX_PER_COMMIT': ROUND,
  'push/messages/MessageLog.ts MAX_TURNS': 'how long messages are gathered for one commit',
  'push/messages/MessageLog.ts MAX_GATHERING_MS': 'how long messages are gathered for one commit',
  'push/send/DeviceRates.ts MAX_DEVICES':
    'the size of a table of counts: the device that was sent to longest ago begins anew',
  'push/send/SendService.ts MAX_MULTICAST_ID': 'the largest number that is given away as an id',
  'push/send/ThreadSendHandler.ts MAX_BATCH': ROUND,
  'push/server-keys/Senders.ts MAX_REMEMBERED': MEMORY,
  'push/topics/TopicService.ts MAX_LEAVING_AT_ONCE': ROUND,
  'push/transports/fcm/fcmMessage.ts MAX_BYTES_OF_CHARACTER': 'a fact of UTF-8',
  'push/transports/webpush/VapidHeaders.ts MAX_ORIGINS': MEMORY,
  'push/transports/webpush/WebPushTransport.ts MAX_ORIGINS':
    'the size of a table: the push service that was used longest ago is tried anew',
  'push/push-services/writeResult.ts MAX_WRITES': 'tries to write what became of a job',
  'push/websocket/nativeSockets.ts MAX_RECEIVED': ROUND,
  'operations/quotas/DailyBudget.ts MAX_CALLERS':
    'the size of a table of counts: the network that asked longest ago begins anew',
  'operations/quotas/SharedDailyBudget.ts MAX_CALLERS':
    'the size of a table of counts: the network that asked longest ago begins anew',
  'text/nameKeys.ts MAX_KEYS': 'a fact of how names are compared',
  'hosting/registry/readCatalog.ts MAX_ROUNDS': ROUND,
  'hosting/registry/resolution/ReleasePlan.ts MAX_SHORTLISTS': MEMORY,
  'hosting/registry/resolution/createResolver.ts MAX_PLANS': MEMORY,
  'hosting/registry/routes/validateResolveQuery.ts MAX_KINDS': MEMORY,
  'storage/database/postgres/manyRows.ts MAX_PARAMETERS': ROUND,
};

/** What the server does not bound, and who has to. */
export const WITHOUT_LIMIT: readonly (readonly [what: string, bound: string])[] = [
  [
    'open connections, in all and of one network',
    'the proxy in front (`limit_conn`), the file descriptors of the process',
  ],
  ['bytes a second, in and out', 'the proxy, the CDN in front of `/cdn`'],
  ['requests of senders with a valid server key', 'whoever issues the keys; a key can be revoked'],
  [
    'requests over all networks together',
    'the proxy; strangers wait behind everybody with a key, and are told 503 when too many wait',
  ],
  [
    'limits over several nodes',
    'requests are counted by all nodes together, between 7/8 and 9/8 of a limit; bytes stored in a day by each node for itself',
  ],
  [
    'mini-apps that belong to no publisher, publishers, tokens, server keys',
    'whoever has the root token or an operator’s token',
  ],
  [
    'versions of a mini-app, and the objects of registered ones',
    'the operator: watch the object store; registered versions are never deleted',
  ],
  [
    'compressed forms of uploads that were never registered',
    'the operator: watch `encoded/` in the object store',
  ],
  ['icons of a mini-app', 'the rate of tokens; each is in the audit log'],
  ['signing keys of a mini-app', 'the rate of tokens; each is in the audit log'],
  [
    'the audit log',
    'the operator: rows are never deleted; the rate of tokens bounds how fast it grows',
  ],
  [
    'messages, their deliveries, groups of devices',
    'whoever has a server key; messages are kept for a while, see data.md',
  ],
  ['accounts in all', 'a budget for each day, see quotas.md; the operator'],
  [
    'the disk of PostgreSQL and the object store in S3',
    'the operator: the server sees the disk of the embedded database alone',
  ],
  [
    'the size of the log',
    'what collects it: refused requests of strangers cause at most 300 lines a minute, every change that is accepted causes one',
  ],
];
