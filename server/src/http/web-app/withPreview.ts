import type { WebAppFiles } from './readWebApp.ts';

/** The page for previews, which runs in a frame, below the console's path. */
export const PREVIEW_PAGE = 'preview/frame.html';

/**
 * The console's files with the frame page and frame script of the host app added, so that a reviewer sees a version as
 * people will.
 */
export function withPreview(
  consoleApp: WebAppFiles,
  hostApp: WebAppFiles | undefined,
): WebAppFiles {
  const page = hostApp?.get('frame.html');
  const [, script] = [...(hostApp ?? [])].find(([path]) => FRAME_SCRIPT.test(path)) ?? [];
  if (!page || !script) return consoleApp;
  return new Map([
    ...consoleApp,
    [PREVIEW_PAGE, page],
    // Its name has no digest here.
    ['preview/frame.js', { ...script, isImmutable: false }],
  ]);
}

const FRAME_SCRIPT = /^assets\/frame\.[0-9a-f]+\.js$/;
