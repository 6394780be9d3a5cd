export {
  AccountChange,
  AccountDeletion,
  AccountRequest,
  DeletedAccount,
  Me,
  PasswordChange,
} from './people/Account.ts';
export {
  AccountConfirmation,
  EmailChange,
  EmailConfirmation,
  LinkToken,
  MailedLink,
  MeOrMailedLink,
  PasswordReset,
  PasswordResetRequest,
  ResetAccount,
  ResetLink,
  ResetLinkRequest,
} from './people/AccountLink.ts';
export {
  AnalyticsBatch,
  AnalyticsCount,
  AnalyticsCounts,
  AnalyticsEvent,
  AnalyticsQuery,
  AnalyticsReceipt,
} from './mini-apps/Analytics.ts';
export { AndroidChannel } from './push/AndroidChannel.ts';
export { AppId, containerFile, containerName } from './common/AppId.ts';
export { AppToken } from './people/AppToken.ts';
export { titleWithApp, titleWithoutApp } from './mini-apps/appTitle.ts';
export { ArchiveSignature, VerifiedSignature } from './mini-apps/ArchiveSignature.ts';
export {
  ArtifactFile,
  ArtifactFiles,
  PlatformArtifact,
  Sha256,
  UploadReceipt,
} from './mini-apps/Artifact.ts';
export { ASSETS_FOLDER, isAsset } from './mini-apps/assets.ts';
export { takenFiles } from './mini-apps/takenFiles.ts';
export { AuditChange, AuditEntry, AuditQuery } from './operations/AuditEntry.ts';
export {
  CollectionAccess,
  CollectionDocument,
  CollectionDocuments,
  CollectionInfo,
  CollectionList,
  CollectionName,
  CollectionRequest,
  DocumentId,
  DocumentOwners,
  DocumentQuery,
  DocumentsRequest,
  OpenId,
  PutDocuments,
} from './mini-apps/Collection.ts';
export {
  Crash,
  CrashDetails,
  CrashDetailsQuery,
  CrashFrame,
  CrashOfVersion,
  CrashPlace,
  CrashQuery,
  MappingFailure,
  MappingState,
} from './mini-apps/Crash.ts';
export {
  CONSOLE_API_PATH,
  CONSOLE_HEADER,
  CONSOLE_PATH,
  CONSOLE_PREVIEW_PATH,
} from './operations/consolePaths.ts';
export {
  ConsoleSession,
  ConsoleSessionQuery,
  ConsoleSessionRecord,
  ConsoleSignIn,
  ConsoleSignInOptions,
} from './operations/ConsoleSession.ts';
export {
  Consent,
  ConsentAnswer,
  ConsentList,
  ConsentPermission,
  ConsentState,
  ForgottenConsents,
} from './people/Consent.ts';
export {
  type MutableObservable,
  type Observable,
  createObservable,
} from './common/createObservable.ts';
export { DEEP_LINK_ROUTES, DeepLink } from './push/DeepLink.ts';
export { DeviceCredentials } from './push/DeviceCredentials.ts';
export { DeviceRegistration, RegisteredDevice } from './push/DeviceRegistration.ts';
export { ERRORS, type ErrorCode } from './common/errors.ts';
export { explainIssue } from './common/explainIssue.ts';
export { FederationManifest } from './mini-apps/FederationManifest.ts';
export { DeviceInfo } from './mini-apps/DeviceInfo.ts';
export { type Fields, fieldsOf, isText, parseJson } from './common/guards.ts';
export { HostUser } from './people/HostUser.ts';
export { Isolation, IsolationRequest } from './mini-apps/Isolation.ts';
export { InboxPage, UnreadCount } from './push/Inbox.ts';
export { Item, Items } from './mini-apps/Item.ts';
export { type MiniAppTarget, miniAppLink, miniAppTarget } from './push/links/miniAppLink.ts';
export { CONDITION_LIMITS } from './push/conditionLimits.ts';
export { type Condition, parseCondition } from './push/parseCondition.ts';
export { parseDeepLink } from './push/links/parseDeepLink.ts';
export type { ParsedDeepLink } from './push/links/ParsedDeepLink.types.ts';
export { splitDeepLink } from './push/links/splitDeepLink.ts';
export { CLIENT_LIMITS } from './common/clientLimits.ts';
export { LIMITS } from './common/limits.ts';
export {
  DEVICE_KEY_PREFIX,
  DEVICE_TOKEN_PREFIX,
  isGatewayToken,
} from './push/live/deviceTokens.ts';
export { type LiveClientMessage, readLiveClientMessage } from './push/live/LiveClientMessage.ts';
export {
  type HeardLiveMessage,
  type LiveMessage,
  type LiveServerMessage,
  type ReceivedPush,
  readLiveServerMessage,
  readReceivedPush,
} from './push/live/LiveServerMessage.ts';
export { isLiveMessageId, readLiveCursor } from './push/live/positions.ts';
export {
  LIVE_CLOSE,
  LIVE_KEY_SUBPROTOCOL,
  LIVE_PATH,
  LIVE_REPLACED,
  LIVE_SUBPROTOCOL,
  LIVE_UNREGISTERED,
} from './push/live/protocol.ts';
export {
  CategoryAction,
  LocalNotificationOptions,
  MiniAppCategory,
} from './push/LocalNotification.ts';
export {
  type PushRefusal,
  refuseCategory,
  refusePast,
  refuseScheduling,
} from './push/pushRefusals.ts';
export { nameProblem } from './mini-apps/nameProblem.ts';
export { nearestWord } from './common/nearestWord.ts';
export { IconFile, appOfIcon } from './mini-apps/IconFile.ts';
export { iconUrl } from './mini-apps/iconUrl.ts';
export { inLanguage, translationFor } from './mini-apps/inLanguage.ts';
export { Manifest } from './mini-apps/Manifest.ts';
export { NEWEST_KNOWN_HOST } from './mini-apps/knownHost.ts';
export { MiniAppPath, PathRequest, RESERVED_PATHS, usualPaths } from './mini-apps/MiniAppPath.ts';
export { Notification, type NotificationData } from './push/Notification.ts';
export { NotificationApp } from './push/NotificationApp.ts';
export { Attention, Overview } from './operations/Overview.ts';
export { PageQuery, pageOf } from './common/pageOf.ts';
export {
  PERMISSIONS,
  PERMISSIONS_THAT_ASK,
  Permission,
  Permissions,
} from './mini-apps/Permission.ts';
export { FoundPerson, PersonExport, PersonQuery } from './people/PersonalData.ts';
export { PLATFORMS, Platform } from './common/Platform.ts';
export { Problem, ProblemItem } from './common/Problem.ts';
export { PublicConfig } from './operations/PublicConfig.ts';
export {
  AllowedName,
  AppOwner,
  NameRequest,
  OwnerRequest,
  Publisher,
  PublisherChange,
  PublisherId,
  PublisherQuery,
  PublisherRequest,
} from './mini-apps/Publisher.ts';
export { KeyId, PublicKey, PublisherKey, PublisherKeyRequest } from './mini-apps/PublisherKey.ts';
export { PublisherKeyQuery } from './mini-apps/PublisherKeyQuery.ts';
export { PublisherName } from './mini-apps/PublisherName.ts';
export { PushAcknowledgement } from './push/PushAcknowledgement.ts';
export {
  PushErrorCode,
  PushGroupResponse,
  PushMessage,
  PushNotification,
  PushResult,
  PushTokensResponse,
  PushTopicResponse,
  isReservedDataKey,
} from './push/PushMessage.ts';
export {
  PushContent,
  PushTemplate,
  PushTemplateName,
  PushTemplateQuery,
  PushTemplateRequest,
  PushTemplates,
} from './push/PushTemplate.ts';
export {
  DEVICE_PROOF_KEY,
  MESSAGE_ID_KEY,
  NOTIFICATION_APP_KEY,
  OWN_NOTIFICATION_KEY,
} from './push/pushDataKeys.ts';
export { POINT_IN_TIME, isPointInTime } from './common/pointInTime.ts';
export { PushDelivery, PushMessageRecord, PushState } from './push/PushStatus.ts';
export { randomId } from './common/randomId.ts';
export {
  MiniProgram,
  MiniProgramQuery,
  MiniProgramUsage,
  PLATFORM_PLACEHOLDER,
  Registration,
  RegistrationRecord,
  RollbackResult,
  StatedDigests,
} from './mini-apps/Registration.ts';
export {
  ReasonRequest,
  Release,
  ReleaseRequest,
  RollbackRequest,
  VersionStatus,
  ScheduledRelease,
  ScheduleRequest,
} from './mini-apps/Release.ts';
export { CatalogEntry, Resolution } from './mini-apps/Resolution.ts';
export { CatalogQuery, ResolveQuery } from './mini-apps/ResolveQuery.ts';
export {
  PublisherReviewPolicy,
  Review,
  ReviewDecisionRequest,
  ReviewDetails,
  ReviewPolicy,
  ReviewQuery,
  ReviewRequest,
  ReviewState,
  SubmittedCheck,
  VersionChanges,
} from './mini-apps/Review.ts';
export {
  ScheduledId,
  ScheduledNotification,
  ScheduledNotifications,
} from './push/ScheduledNotification.ts';
export { SecretRotation } from './common/SecretRotation.ts';
export {
  EndedSession,
  EndedSessions,
  RefreshRequest,
  RefreshTransport,
  SessionList,
  SessionRecord,
  SessionTokens,
  SignInRequest,
} from './people/Session.ts';
export {
  IssuedServerKey,
  SERVER_KEY_SCOPES,
  ServerKeyQuery,
  ServerKeyRecord,
  ServerKeyRequest,
  ServerKeyScope,
} from './push/ServerKey.ts';
export {
  AdminMessage,
  AddresseeQuery,
  AudienceQuery,
  ConsoleEvent,
  DeviceCount,
  DeviceDetails,
  DeviceQuery,
  DeviceRecord,
  MessageQuery,
  MessageTrace,
  TopicDetails,
  TopicQuery,
  TopicRecord,
  UnregisteredDevice,
  VersionChoice,
  VersionVerdict,
} from './operations/Search.ts';
export {
  SendDay,
  SendSeries,
  SendSeriesQuery,
  SendTotal,
  SeriesQuery,
  VersionDay,
  VersionSeries,
} from './operations/Series.ts';
export { shareEntry } from './mini-apps/shareEntry.ts';
export { ReplacedSigningKey, SigningKeyReplacement } from './people/SigningKey.ts';
export { type SignedIndex, signedIndexText } from './mini-apps/signedIndex.ts';
export { Finding, SystemQuery, SystemReport } from './operations/System.ts';
export {
  IssuedToken,
  ROLES,
  Role,
  TOKEN_SCOPES,
  RoleTable,
  TokenAccess,
  TokenQuery,
  TokenRecord,
  TokenRequest,
  TokenScope,
  requestedScopes,
  roleOf,
} from './operations/Token.ts';
export { Topic } from './push/Topic.ts';
export { topicsOfCondition } from './push/topicsOfCondition.ts';
export {
  isTopic,
  miniAppCategory,
  miniAppTopic,
  topicAddress,
  topicOfAddress,
  userTopic,
} from './push/topicNames.ts';
export { Translations } from './mini-apps/Translations.ts';
export { Trust, TrustState } from './mini-apps/Trust.ts';
export { withoutUnseen } from './common/unseen.ts';
export { UpstreamRequest, UpstreamStatus } from './mini-apps/Upstream.ts';
export { Version, compareVersions, isVersion } from './common/Version.ts';
export { possibleVersions } from './operations/possibleVersions.ts';
export { type VersionShare, versionShares } from './mini-apps/versionShares.ts';
export {
  REPORT_KINDS,
  ReportDay,
  ReportKind,
  ReportReceipt,
  ReportedFailure,
  VersionReport,
  VersionReports,
} from './mini-apps/VersionReport.ts';
export { WebLocation } from './mini-apps/WebLocation.ts';
export { WHY_NOT_ADDRESSED } from './operations/whyNotAddressed.ts';
export { WebPushSubscription } from './push/WebPushSubscription.ts';
