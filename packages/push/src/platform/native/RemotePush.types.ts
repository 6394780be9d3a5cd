import type { RemoteMessage } from '../../core/PushPlatform.types.ts';

/** A push service on a phone. Without one, pushes arrive over the gateway's connection while the app runs. */
export interface RemotePush {
  /** The token of the service; undefined while there is none. */
  token(): Promise<string | undefined>;
  onToken(listener: (token: string) => void): () => void;
  /** Called for messages in the foreground, and for those in the background that wake the app. */
  onMessage(listener: (message: RemoteMessage) => void): () => void;
  /** Called for a tap on a notification that the system displayed for a message. */
  onOpened(listener: (message: RemoteMessage) => void): () => void;
  /** The message whose notification started the app. */
  initial(): Promise<RemoteMessage | undefined>;
}
