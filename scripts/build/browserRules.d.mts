/** The Rspack options that resolve and compile the sources of this workspace for browsers. */
export function browserRules(options: {
  /** The package from which React, React Navigation and react-native-web are resolved. */
  folder: string;
  /** The supported browsers. */
  targets: string;
  /** How images are emitted: always inline, or as files if they are large. */
  assets: 'asset' | 'asset/inline';
}): {
  resolve: { extensions: string[]; mainFields: string[]; alias: Record<string, string> };
  module: { rules: object[] };
};
