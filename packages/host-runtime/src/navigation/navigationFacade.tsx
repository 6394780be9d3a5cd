import * as kit from '@host/kit';
import * as navigation from '@react-navigation/native';
import { type ComponentProps, type Ref, useEffect, useImperativeHandle } from 'react';

import type { BackHandlers } from './BackHandlers.ts';

type Props = ComponentProps<typeof navigation.NavigationContainer> & {
  independent?: boolean;
  ref?: Ref<unknown>;
};

/** The two modules that have a NavigationContainer. */
export interface NavigationFacade {
  navigation: object;
  kit: object;
}

/**
 * What a mini-app gets for `@react-navigation/native` and `@host/kit`: the same modules with a NavigationContainer that
 * leaves the host's title and address alone, and that the host can ask to go back.
 */
export function navigationFacade(back: BackHandlers, onChange?: () => void): NavigationFacade {
  function NavigationContainer({ ref, onStateChange, ...given }: Props) {
    const { independent: _independent, linking: _linking, ...props } = given;
    const container = navigation.useNavigationContainerRef<object>();
    useImperativeHandle(ref, () => container, [container]);
    useEffect(() => {
      const remove = back.add({
        canGoBack: () => container.isReady() && container.canGoBack(),
        goBack: () => container.goBack(),
      });
      return () => {
        remove();
        onChange?.();
      };
    }, [container]);
    return (
      // The kit's: it is drawn in the host's colours.
      <kit.NavigationContainer
        {...props}
        independent
        ref={container as never}
        documentTitle={{ enabled: false }}
        onStateChange={(state) => {
          onStateChange?.(state);
          onChange?.();
        }}
      />
    );
  }
  return {
    navigation: Object.freeze({ ...navigation, NavigationContainer, __esModule: true }),
    kit: Object.freeze({ ...kit, NavigationContainer, __esModule: true }),
  };
}
