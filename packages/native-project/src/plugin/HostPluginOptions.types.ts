/** The options of a host's project, in addition to the general settings in `app.json`. */
export interface HostPluginOptions {
  /** The name under which the app's script registers its root component; by default, the one the project already uses. */
  component?: string;
  /** Pushes while the app does not run: the capability on ios, the permission on android. On by default. */
  push?: boolean;
  /** Which of Apple's push services the app is signed for; Xcode sets `production` when it signs for the store. */
  apsEnvironment?: 'development' | 'production';
  /** Local notifications to the minute on android, once the person agrees. On by default. */
  exactAlarms?: boolean;
  /** The channel of pushes without one. */
  defaultChannel?: string;
  /** The app's languages, as tags like `zh-Hans`, which systems let people choose from. */
  languages?: readonly string[];
  /** Domains whose https links open the app; each has to declare the app in an association file. */
  linkDomains?: readonly string[];
  /** Font files, `.ttf` or `.otf`, relative to the project, such as those of icon sets that mini-apps use. */
  fonts?: readonly string[];
}
