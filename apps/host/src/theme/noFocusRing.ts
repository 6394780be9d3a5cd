/**
 * For what gets the focus from code alone, so that screen readers go on there: nobody operates it. The style goes with the
 * width, since browsers draw their own ring whatever its width.
 */
export const NO_FOCUS_RING = { outlineStyle: 'solid', outlineWidth: 0 } as const;
