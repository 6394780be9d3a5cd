import type { CSSProperties, ComponentType } from 'react';

import type { LoadedProps } from '../ports/MiniAppLoader.types.ts';

const FILLING = {
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minWidth: 0,
  minHeight: 0,
} satisfies CSSProperties;

/** The initial values of inherited text styles, except those that React Native for Web sets on every text. */
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

/** Wraps a mini-app so that its texts look as in a frame, whatever styles the page sets. */
export function withoutPageText(Content: ComponentType<LoadedProps>): ComponentType<LoadedProps> {
  return function WithoutPageText(props) {
    return (
      <div style={{ ...FILLING, ...INITIAL }}>
        <Content {...props} />
      </div>
    );
  };
}
