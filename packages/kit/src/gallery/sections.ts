import type { ComponentType } from 'react';

import { BadgeSection } from './BadgeSection.tsx';
import { ButtonSection } from './ButtonSection.tsx';
import { ColorSection } from './ColorSection.tsx';
import { FormSection } from './FormSection.tsx';
import { HeaderSection } from './HeaderSection.tsx';
import { IconSection } from './IconSection.tsx';
import { ListSection } from './ListSection.tsx';
import { ListStatesSection } from './ListStatesSection.tsx';
import { LoadingSection } from './LoadingSection.tsx';
import { OverlaySection } from './OverlaySection.tsx';
import { StateSection } from './StateSection.tsx';
import { TextSection } from './TextSection.tsx';
import { ToastSection } from './ToastSection.tsx';

/** The parts of the gallery, by name and in order. */
export const sections = {
  buttons: ButtonSection,
  text: TextSection,
  forms: FormSection,
  rows: ListSection,
  list: ListStatesSection,
  badges: BadgeSection,
  headers: HeaderSection,
  states: StateSection,
  loading: LoadingSection,
  overlays: OverlaySection,
  toasts: ToastSection,
  icons: IconSection,
  colours: ColorSection,
} satisfies Record<string, ComponentType>;

/** The name of a part of the gallery. */
export type GallerySection = keyof typeof sections;

/**
 * The names of all parts of the gallery.
 *
 * @example
 * gallerySections.map((name) => <KitGallery key={name} only={name} />);
 */
export const gallerySections: readonly GallerySection[] = Object.keys(sections) as GallerySection[];
