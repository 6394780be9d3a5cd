export {
  AccountChange,
  AccountDeletion,
  AccountRequest,
  DeletedAccount,
  Me,
  PasswordChange,
} from './Account.ts';
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
export { ArchiveSignature, VerifiedSignature } from './ArchiveSignature.ts';
export {
  ArtifactFile,
  ArtifactFiles,
  PlatformArtifact,
  Sha256,
  UploadReceipt,
} from './Artifact.ts';
export { AuditEntry } from './AuditEntry.ts';
export {
  CollectionAccess,
  CollectionDocument,
  CollectionDocuments,
  CollectionInfo,
  CollectionList,
  CollectionName,
  CollectionRequest,
  DocumentId,
} from './Collection.ts';
export { DEEP_LINK_ROUTES, DeepLink } from './DeepLink.ts';
export { DeviceCredentials } from './DeviceCredentials.ts';
export { DeviceRegistration, RegisteredDevice } from './DeviceRegistration.ts';
export { ERRORS, type ErrorCode } from './errors.ts';
export { FederationManifest } from './FederationManifest.ts';
export { DeviceInfo } from './DeviceInfo.ts';
export { HostUser } from './HostUser.ts';
export { Isolation, IsolationRequest } from './Isolation.ts';
export { InboxPage, UnreadCount } from './Inbox.ts';
export { Item, Items } from './Item.ts';
export { CLIENT_LIMITS } from './clientLimits.ts';
export { LIMITS } from './limits.ts';
export { CategoryAction, LocalNotificationOptions } from './LocalNotification.ts';
export { iconUrl } from './iconUrl.ts';
export { Manifest } from './Manifest.ts';
export { MiniAppPath, PathRequest, RESERVED_PATHS, usualPath } from './MiniAppPath.ts';
export { Notification } from './Notification.ts';
export { PageQuery, pageOf } from './pageOf.ts';
export { PERMISSIONS, PERMISSIONS_THAT_ASK, Permission, Permissions } from './Permission.ts';
export { PLATFORMS, Platform } from './Platform.ts';
export { Problem, ProblemItem } from './Problem.ts';
export { PublicConfig } from './PublicConfig.ts';
export { KeyId, PublicKey, PublisherKey, PublisherKeyRequest } from './PublisherKey.ts';
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
export { OWN_NOTIFICATION_KEY } from './ownNotificationKey.ts';
export { POINT_IN_TIME, isPointInTime } from './pointInTime.ts';
export { PushDelivery, PushMessageRecord, PushState } from './PushStatus.ts';
export {
  MiniProgram,
  PLATFORM_PLACEHOLDER,
  Registration,
  RegistrationRecord,
  StatedDigests,
} from './Registration.ts';
export {
  ReasonRequest,
  Release,
  ReleaseRequest,
  RollbackRequest,
  VersionStatus,
} from './Release.ts';
export { CatalogEntry, Resolution } from './Resolution.ts';
export { CatalogQuery, ResolveQuery } from './ResolveQuery.ts';
export {
  ScheduledId,
  ScheduledNotification,
  ScheduledNotifications,
} from './ScheduledNotification.ts';
export {
  EndedSession,
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
  ServerKeyRecord,
  ServerKeyRequest,
  ServerKeyScope,
} from './ServerKey.ts';
export { splitDeepLink } from './splitDeepLink.ts';
export { type SignedIndex, signedIndexText } from './signedIndex.ts';
export { IssuedToken, TOKEN_SCOPES, TokenRecord, TokenRequest, TokenScope } from './Token.ts';
export { Topic } from './Topic.ts';
export { isTopic, miniAppTopic, topicAddress, topicOfAddress, userTopic } from './topicNames.ts';
export { UpstreamRequest } from './Upstream.ts';
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
