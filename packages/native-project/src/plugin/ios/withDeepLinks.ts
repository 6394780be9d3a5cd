import { type ConfigPlugin, IOSConfig, withAppDelegate, withInfoPlist } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

/** The first method of the app's delegate. */
const FIRST_METHOD = /^ {2}(?:public override |override )?func application\($/m;
const OURS = `  // Links that open the app, for React Native's Linking.
  func application(
    _ application: UIApplication,
    open url: URL,
    options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    RCTLinkingManager.application(application, open: url, options: options)
  }

  func application(
    _ application: UIApplication,
    continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    RCTLinkingManager.application(
      application,
      continue: userActivity,
      restorationHandler: restorationHandler
    )
  }

`;

/** An existing method that handles links; Swift does not allow a second one. */
const OWN_METHOD = /func application\([^{]*?\b(?:open \w+: URL|continue \w+: NSUserActivity)/;

/** Declares the scheme of deep links, and passes them to React Native. */
export const withDeepLinks: ConfigPlugin<HostPluginOptions> = (config) => {
  const named = withInfoPlist(config, (mod) => {
    const schemes = [mod.scheme, mod.ios?.scheme].flat().filter((scheme) => scheme !== undefined);
    mod.modResults = schemes.reduce(
      (plist, scheme) => IOSConfig.Scheme.appendScheme(scheme, plist),
      mod.modResults,
    );
    return mod;
  });
  return withAppDelegate(named, (mod) => {
    mod.modResults.contents = handLinksOn(mod.modResults.contents);
    return mod;
  });
};

function handLinksOn(appDelegate: string): string {
  if (appDelegate.includes('RCTLinkingManager')) return appDelegate;
  if (OWN_METHOD.test(appDelegate)) {
    throw new Error(
      'AppDelegate.swift has a method for links of its own, application(_:open:options:) or application(_:continue:restorationHandler:), which hands none to React Native. Have both call RCTLinkingManager.application with what they are given.',
    );
  }
  const [method] = FIRST_METHOD.exec(appDelegate) ?? [];
  if (method === undefined) {
    throw new Error(
      'AppDelegate.swift has no method application(, before which links are handed on.',
    );
  }
  return appDelegate.replace(method, () => `${OURS}${method}`);
}
