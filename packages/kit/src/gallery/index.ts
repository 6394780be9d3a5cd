export { KitGallery, type KitGalleryProps } from './KitGallery.tsx';
export { type GallerySection, gallerySections } from './sections.ts';
