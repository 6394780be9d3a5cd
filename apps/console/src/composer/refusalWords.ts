import type { PushErrorCode } from '@host/contracts';

/** Why the gateway takes a message for no device, or for one device not, in words. */
const WORDS: Record<PushErrorCode, string> = {
  MissingRegistration: 'it names nobody',
  InvalidRegistration: 'what is given is no token',
  NotRegistered: 'no device is registered under this token, or not any more',
  InvalidPackageName: 'its app is not the one that it is for',
  MismatchSenderId: 'you may not send to this device',
  InvalidParameters: 'something in it does not fit',
  MessageTooBig: 'it is too long',
  InvalidDataKey: 'a key of its data is reserved',
  InvalidTtl: 'how long it is kept is not allowed',
  Unavailable: 'the server is busy; try again',
  InternalServerError: 'something broke in the server; try again',
  DeviceMessageRateExceeded: 'the device gets too much at the moment; try again later',
  TopicsMessageRateExceeded: 'too much is sent to topics at the moment; try again later',
  InvalidApnsCredential: 'Apple does not accept the credentials of this server',
};

/** Why a message was refused, in words; each reason once. */
export function refusalWords(codes: readonly PushErrorCode[]): string {
  return [...new Set(codes)].map((code) => WORDS[code]).join('; ');
}
