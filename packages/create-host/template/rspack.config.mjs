import { hostAppConfig } from '@host/native-project/rspack';

/** Configures Re.Pack, for `react-native start` and the build phases of Xcode and Gradle. */
export default ({ platform = 'ios', mode = 'production', devServer }) =>
  hostAppConfig({ root: import.meta.dirname, platform, mode, devServer });
