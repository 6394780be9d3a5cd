import type { RemoteMessage } from '../../core/PushPlatform.types.ts';

/** A service that brings pushes to a phone. Without one they come over the gateway's connection while the app runs. */
export interface RemotePush {
  /** The token that the service gave, or undefined while there is none. */
  token(): Promise<string | undefined>;
  onToken(listener: (token: string) => void): () => void;
  /** Told of messages in the foreground, and of those in the background that wake the app. */
  onMessage(listener: (message: RemoteMessage) => void): () => void;
  /** Told of a tap on a notification that the system made of a message. */
  onOpened(listener: (message: RemoteMessage) => void): () => void;
  /** The message whose notification started the app. */
  initial(): Promise<RemoteMessage | undefined>;
}
