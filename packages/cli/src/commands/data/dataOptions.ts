/** The option and the argument that the commands of data share. */
export const APP = ['--app <appId>', 'the mini-app; by default the one in this folder'] as const;
export const COLLECTION = [
  '<collection>',
  'for example items, which is read at /<path>/items',
] as const;

export interface AppOptions {
  app?: string;
}
