import { miniAppTarget, parseDeepLink } from '@host/contracts';

import { HostError } from '../sdk/HostError.ts';
import { showAlert } from './showAlert.ts';

/** The parts of React Native that are empty in a browser, or blocked in a frame. */
export interface BrowserReactNative {
  Alert: { alert: typeof showAlert };
  Linking: { openURL(url: string): Promise<unknown>; canOpenURL(url: string): Promise<boolean> };
}

/**
 * Makes React Native's `Alert` and `Linking` work in a browser, or fail with a reason: alerts are shown, links to mini-apps
 * go to the host, and other URLs are refused, which a frame would do silently.
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
