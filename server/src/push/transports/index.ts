// The transports, for use without the server around them.
export { type ApnsOptions, ApnsTransport } from './apns/ApnsTransport.ts';
export { type FcmOptions, FcmTransport } from './fcm/FcmTransport.ts';
export { MemoryTransport } from './MemoryTransport.ts';
export type {
  ApnsAddress,
  DeviceAddress,
  FcmAddress,
  OutgoingMessage,
  Outcome,
  Transport,
  WebPushAddress,
} from './Transport.types.ts';
export { loadNativeAgreement } from './webpush/nativeAgreement.ts';
export { vapidKeysFrom } from './webpush/vapidKeys.ts';
export { type WebPushOptions, WebPushTransport } from './webpush/WebPushTransport.ts';
