import { ApnsTransport } from './apns/ApnsTransport.ts';
import { FcmTransport } from './fcm/FcmTransport.ts';
import type { PushServices } from './PushServices.types.ts';
import type { Transport, TransportName } from './Transport.types.ts';
import { loadNativeAgreement } from './webpush/nativeAgreement.ts';
import type { VapidKeys } from './webpush/vapidKeys.ts';
import { WebPushTransport } from './webpush/WebPushTransport.ts';

/**
 * Creates a transport for each service that has credentials. Connections are opened lazily, with the first send.
 *
 * @param vapidKeys the keys of the configuration, or those that this server generated
 */
export function openTransports(
  { fcm, apns, webPush }: PushServices,
  vapidKeys: VapidKeys,
): Map<TransportName, Transport> {
  const transports: Transport[] = [
    new WebPushTransport({ ...webPush, keys: vapidKeys, agreeOnKey: loadNativeAgreement() }),
    ...(fcm ? [new FcmTransport(fcm)] : []),
    ...(apns ? [new ApnsTransport(apns)] : []),
  ];
  return new Map(transports.map((transport) => [transport.name, transport]));
}
