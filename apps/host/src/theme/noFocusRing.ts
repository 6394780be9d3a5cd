/**
 * For elements that only code focuses, so that screen readers continue there; they are not interactive. The outline style is
 * set along with the width, since browsers draw their default ring at any width.
 */
export const NO_FOCUS_RING = { outlineStyle: 'solid', outlineWidth: 0 } as const;
