import type { AnchorHTMLAttributes } from 'react';

import { useServices } from '../services/ServicesContext.ts';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
}

/** A link to a screen of the console. With a modifier it opens in another tab, as every link does. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const { navigation } = useServices();
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
        if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) {
          return;
        }
        event.preventDefault();
        navigation.go(href);
      }}
    />
  );
}
