/** How Rspack finds and compiles the sources of this workspace for browsers. */
export function browserRules(options: {
  /** The package whose copies of React, of React Navigation and of react-native-web are used. */
  folder: string;
  /** The browsers that it has to run in. */
  targets: string;
  /** What becomes of pictures: part of the script, or files when they are large. */
  assets: 'asset' | 'asset/inline';
}): {
  resolve: { extensions: string[]; mainFields: string[]; alias: Record<string, string> };
  module: { rules: object[] };
};
