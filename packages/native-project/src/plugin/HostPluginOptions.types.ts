/** Options of a host's project besides those that every app has in its `app.json`. */
export interface HostPluginOptions {
  /** The name that the app's script registers its root component with; by default what the project starts already. */
  component?: string;
  /** Pushes while the app does not run: the capability on ios, the permission on android. On by default. */
  push?: boolean;
  /** Which of Apple's push services the app is signed for; Xcode sets `production` when it signs for the store. */
  apsEnvironment?: 'development' | 'production';
  /** Local notifications to the minute on android, once the person agrees. On by default. */
  exactAlarms?: boolean;
  /** The channel of pushes that name none. */
  defaultChannel?: string;
  /** The languages that the app speaks, as tags like `zh-Hans`: systems let people choose among these. */
  languages?: readonly string[];
  /** Domains whose https links open the app; each has to name the app in a file of its own. */
  linkDomains?: readonly string[];
  /** Files of fonts, `.ttf` or `.otf`, from the folder of the project: those of the sets of icons that mini-apps use. */
  fonts?: readonly string[];
}
