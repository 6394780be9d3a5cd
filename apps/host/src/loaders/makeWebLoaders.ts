import { createObservable } from '@host/contracts';
import type { Language } from '@host/contracts/messages';
import { type BackHandlers, createWebLoaders } from '@host/host-runtime/web';
import type { Observable } from '@host/miniapp-sdk/host';

import type { FrameLook } from '../frame/FrameLook.types.ts';
import { BASE_PATH } from '../links/linking.ts';
import type { Scheme } from '../theme/createAppearance.ts';
import type { FetchedLoaders } from './createLazyLoaders.ts';

/** Creates the loaders for browsers; a module of its own, so that it can be loaded after the first screen. */
export function makeWebLoaders(
  back: BackHandlers,
  scheme: Observable<Scheme>,
  language: Observable<Language>,
): FetchedLoaders {
  const { realm, frame } = createWebLoaders({
    // Frames have no access to this page, so the theme and the language are sent to them.
    frame: {
      pageUrl: `${BASE_PATH}frame.html`,
      scriptUrl: FRAME_SCRIPT_URL,
      hostState: lookOf(scheme, language),
    },
    back,
  });
  if (!frame) throw new Error('There is no loader for frames.');
  return { realm, frame };
}

function lookOf(scheme: Observable<Scheme>, language: Observable<Language>): Observable<FrameLook> {
  const read = (): FrameLook => {
    const { messages, ...rest } = language.get();
    // Only the messages of the kit's components; frames do not need the host's.
    return {
      scheme: scheme.get(),
      language: { ...rest, messages: { kit: messages['kit'] ?? {} } },
    };
  };
  const look = createObservable(read());
  scheme.subscribe(() => look.set(read()));
  language.subscribe(() => look.set(read()));
  return look;
}
