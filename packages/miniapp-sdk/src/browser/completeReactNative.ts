import { miniAppTarget, parseDeepLink } from '@host/contracts';

import { HostError } from '../sdk/HostError.ts';
import { showAlert } from './showAlert.ts';

/** The parts of React Native that are empty, or blocked in a frame, where a browser draws it. */
export interface BrowserReactNative {
  Alert: { alert: typeof showAlert };
  Linking: { openURL(url: string): Promise<unknown>; canOpenURL(url: string): Promise<boolean> };
}

/**
 * Makes React Native's `Alert` and `Linking` do in a browser what they promise, or say why not: alerts are shown, links to
 * mini-apps go to the host, and other addresses are refused, which a frame would do in silence.
 */
export function completeReactNative(
  { Alert, Linking }: BrowserReactNative,
  openLink: (link: string) => Promise<void>,
): void {
  const leadsToMiniApp = (url: string) => miniAppTarget(parseDeepLink(url)) !== undefined;
  Alert.alert = showAlert;
  Linking.canOpenURL = async (url) => leadsToMiniApp(url);
  Linking.openURL = async (url) => {
    if (leadsToMiniApp(url)) return openLink(url);
    const text = `Linking.openURL("${url}") opens nothing: a mini-app opens mini-apps of its host, "host://miniapp/<appId>", with openLink of @host/miniapp-sdk, and no other addresses.`;
    console.warn(text);
    throw new HostError('unavailable', text);
  };
}
