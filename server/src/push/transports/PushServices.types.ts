import type { ApnsOptions } from './apns/ApnsTransport.ts';
import type { FcmOptions } from './fcm/FcmTransport.ts';
import type { VapidKeys } from './webpush/vapidKeys.ts';

/** The configured push services. Those without credentials are not used. */
export interface PushServices {
  fcm: Pick<FcmOptions, 'account' | 'origin'> | undefined;
  apns: Pick<ApnsOptions, 'key' | 'topic' | 'environment' | 'origins'> | undefined;
  webPush: {
    /** Undefined: they are generated at the first start and kept in the data folder. */
    keys: VapidKeys | undefined;
    subject: string;
    /** Origins that are allowed although they are on this machine, in its network or without TLS. */
    listedOrigins: readonly string[];
  };
}
