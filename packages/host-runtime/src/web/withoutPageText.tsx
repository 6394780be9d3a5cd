import type { CSSProperties, ComponentType } from 'react';

import type { LoadedProps } from '../ports/MiniAppLoader.types.ts';

const FILLING = {
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minWidth: 0,
  minHeight: 0,
} satisfies CSSProperties;

/** How texts look that elements inherit from the page, apart from what React Native for Web says of every text itself. */
const INITIAL = {
  letterSpacing: 'normal',
  wordSpacing: 'normal',
  textTransform: 'none',
  textIndent: 0,
  textShadow: 'none',
  textAlignLast: 'auto',
  hyphens: 'manual',
  wordBreak: 'normal',
  lineBreak: 'auto',
} satisfies CSSProperties;

/** A mini-app whose texts look as in a frame, whatever a page gives all that is in it. */
export function withoutPageText(Content: ComponentType<LoadedProps>): ComponentType<LoadedProps> {
  return function WithoutPageText(props) {
    return (
      <div style={{ ...FILLING, ...INITIAL }}>
        <Content {...props} />
      </div>
    );
  };
}
