export {
  AccountChange,
  AccountDeletion,
  AccountRequest,
  DeletedAccount,
  Me,
  PasswordChange,
} from './Account.ts';
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
} from './AccountLink.ts';
export {
  AnalyticsBatch,
  AnalyticsCount,
  AnalyticsCounts,
  AnalyticsEvent,
  AnalyticsQuery,
  AnalyticsReceipt,
} from './Analytics.ts';
export { AndroidChannel } from './AndroidChannel.ts';
export { AppId, containerFile, containerName } from './AppId.ts';
export { AppToken } from './AppToken.ts';
export { titleWithApp, titleWithoutApp } from './appTitle.ts';
export { ArchiveSignature, VerifiedSignature } from './ArchiveSignature.ts';
export {
  ArtifactFile,
  ArtifactFiles,
  PlatformArtifact,
  Sha256,
  UploadReceipt,
} from './Artifact.ts';
export { ASSETS_FOLDER, isAsset } from './assets.ts';
export { takenFiles } from './takenFiles.ts';
export { AuditChange, AuditEntry, AuditQuery } from './AuditEntry.ts';
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
} from './Collection.ts';
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
} from './Crash.ts';
export {
  CONSOLE_API_PATH,
  CONSOLE_HEADER,
  CONSOLE_PATH,
  CONSOLE_PREVIEW_PATH,
} from './consolePaths.ts';
export {
  ConsoleSession,
  ConsoleSessionQuery,
  ConsoleSessionRecord,
  ConsoleSignIn,
  ConsoleSignInOptions,
} from './ConsoleSession.ts';
export {
  Consent,
  ConsentAnswer,
  ConsentList,
  ConsentPermission,
  ConsentState,
  ForgottenConsents,
} from './Consent.ts';
export { type MutableObservable, type Observable, createObservable } from './createObservable.ts';
export { DEEP_LINK_ROUTES, DeepLink } from './DeepLink.ts';
export { DeviceCredentials } from './DeviceCredentials.ts';
export { DeviceRegistration, RegisteredDevice } from './DeviceRegistration.ts';
export { ERRORS, type ErrorCode } from './errors.ts';
export { explainIssue } from './explainIssue.ts';
export { FederationManifest } from './FederationManifest.ts';
export { DeviceInfo } from './DeviceInfo.ts';
export { type Fields, fieldsOf, isText, parseJson } from './guards.ts';
export { HostUser } from './HostUser.ts';
export { Isolation, IsolationRequest } from './Isolation.ts';
export { InboxPage, UnreadCount } from './Inbox.ts';
export { Item, Items } from './Item.ts';
export { type MiniAppTarget, miniAppLink, miniAppTarget } from './links/miniAppLink.ts';
export { parseDeepLink } from './links/parseDeepLink.ts';
export type { ParsedDeepLink } from './links/ParsedDeepLink.types.ts';
export { splitDeepLink } from './links/splitDeepLink.ts';
export { CLIENT_LIMITS } from './clientLimits.ts';
export { LIMITS } from './limits.ts';
export { DEVICE_KEY_PREFIX, DEVICE_TOKEN_PREFIX, isGatewayToken } from './live/deviceTokens.ts';
export { type LiveClientMessage, readLiveClientMessage } from './live/LiveClientMessage.ts';
export {
  type HeardLiveMessage,
  type LiveMessage,
  type LiveServerMessage,
  type ReceivedPush,
  readLiveServerMessage,
  readReceivedPush,
} from './live/LiveServerMessage.ts';
export { isLiveMessageId, readLiveCursor } from './live/positions.ts';
export {
  LIVE_CLOSE,
  LIVE_KEY_SUBPROTOCOL,
  LIVE_PATH,
  LIVE_REPLACED,
  LIVE_SUBPROTOCOL,
  LIVE_UNREGISTERED,
} from './live/protocol.ts';
export { CategoryAction, LocalNotificationOptions, MiniAppCategory } from './LocalNotification.ts';
export { type PushRefusal, refuseCategory, refusePast, refuseScheduling } from './pushRefusals.ts';
export { nameProblem } from './nameProblem.ts';
export { nearestWord } from './nearestWord.ts';
export { IconFile, appOfIcon } from './IconFile.ts';
export { iconUrl } from './iconUrl.ts';
export { inLanguage, translationFor } from './inLanguage.ts';
export { Manifest } from './Manifest.ts';
export { NEWEST_KNOWN_HOST } from './knownHost.ts';
export { MiniAppPath, PathRequest, RESERVED_PATHS, usualPaths } from './MiniAppPath.ts';
export { Notification, type NotificationData } from './Notification.ts';
export { NotificationApp } from './NotificationApp.ts';
export { Attention, Overview } from './Overview.ts';
export { PageQuery, pageOf } from './pageOf.ts';
export { PERMISSIONS, PERMISSIONS_THAT_ASK, Permission, Permissions } from './Permission.ts';
export { FoundPerson, PersonExport, PersonQuery } from './PersonalData.ts';
export { PLATFORMS, Platform } from './Platform.ts';
export { Problem, ProblemItem } from './Problem.ts';
export { PublicConfig } from './PublicConfig.ts';
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
} from './Publisher.ts';
export { KeyId, PublicKey, PublisherKey, PublisherKeyRequest } from './PublisherKey.ts';
export { PublisherKeyQuery } from './PublisherKeyQuery.ts';
export { PublisherName } from './PublisherName.ts';
export { PushAcknowledgement } from './PushAcknowledgement.ts';
export {
  PushErrorCode,
  PushGroupResponse,
  PushMessage,
  PushNotification,
  PushResult,
  PushTokensResponse,
  PushTopicResponse,
  isReservedDataKey,
} from './PushMessage.ts';
export {
  PushContent,
  PushTemplate,
  PushTemplateName,
  PushTemplateQuery,
  PushTemplateRequest,
  PushTemplates,
} from './PushTemplate.ts';
export {
  DEVICE_PROOF_KEY,
  MESSAGE_ID_KEY,
  NOTIFICATION_APP_KEY,
  OWN_NOTIFICATION_KEY,
} from './pushDataKeys.ts';
export { POINT_IN_TIME, isPointInTime } from './pointInTime.ts';
export { PushDelivery, PushMessageRecord, PushState } from './PushStatus.ts';
export { randomId } from './randomId.ts';
export {
  MiniProgram,
  MiniProgramQuery,
  MiniProgramUsage,
  PLATFORM_PLACEHOLDER,
  Registration,
  RegistrationRecord,
  RollbackResult,
  StatedDigests,
} from './Registration.ts';
export {
  ReasonRequest,
  Release,
  ReleaseRequest,
  RollbackRequest,
  VersionStatus,
  ScheduledRelease,
  ScheduleRequest,
} from './Release.ts';
export { CatalogEntry, Resolution } from './Resolution.ts';
export { CatalogQuery, ResolveQuery } from './ResolveQuery.ts';
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
} from './Review.ts';
export {
  ScheduledId,
  ScheduledNotification,
  ScheduledNotifications,
} from './ScheduledNotification.ts';
export { SecretRotation } from './SecretRotation.ts';
export {
  EndedSession,
  EndedSessions,
  RefreshRequest,
  RefreshTransport,
  SessionList,
  SessionRecord,
  SessionTokens,
  SignInRequest,
} from './Session.ts';
export {
  IssuedServerKey,
  SERVER_KEY_SCOPES,
  ServerKeyQuery,
  ServerKeyRecord,
  ServerKeyRequest,
  ServerKeyScope,
} from './ServerKey.ts';
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
} from './Search.ts';
export {
  SendDay,
  SendSeries,
  SendSeriesQuery,
  SendTotal,
  SeriesQuery,
  VersionDay,
  VersionSeries,
} from './Series.ts';
export { shareEntry } from './shareEntry.ts';
export { ReplacedSigningKey, SigningKeyReplacement } from './SigningKey.ts';
export { type SignedIndex, signedIndexText } from './signedIndex.ts';
export { Finding, SystemReport } from './System.ts';
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
} from './Token.ts';
export { Topic } from './Topic.ts';
export {
  isTopic,
  miniAppCategory,
  miniAppTopic,
  topicAddress,
  topicOfAddress,
  userTopic,
} from './topicNames.ts';
export { Translations } from './Translations.ts';
export { Trust, TrustState } from './Trust.ts';
export { withoutUnseen } from './unseen.ts';
export { UpstreamRequest, UpstreamStatus } from './Upstream.ts';
export { Version, compareVersions, isVersion } from './Version.ts';
export {
  REPORT_KINDS,
  ReportDay,
  ReportKind,
  ReportReceipt,
  ReportedFailure,
  VersionReport,
  VersionReports,
} from './VersionReport.ts';
export { WebLocation } from './WebLocation.ts';
export { WebPushSubscription } from './WebPushSubscription.ts';
