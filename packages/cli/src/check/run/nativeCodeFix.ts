/** React Native's messages for missing native code. */
const MISSING =
  /TurboModuleRegistry\.getEnforcing|native binary|native module|NativeModule|requireNativeComponent|View config not found/i;

/** The fix for an error of a library whose native code hosts do not have; undefined for other errors. */
export function nativeCodeFix(message: string, stack = ''): string | undefined {
  if (!MISSING.test(message)) return undefined;
  const [, library] = /node_modules\/((?:@[^/\s]+\/)?[^/\s]+)/.exec(stack) ?? [];
  const subject = library === undefined ? 'A library that it imports' : library;
  return `${subject} has native code, and a mini-app brings none: hosts are installed without it. Use a library that is JavaScript alone, import it for the web only, or take it from a host that shares it.`;
}
