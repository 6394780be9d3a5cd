export { DevelopmentLinks, type DevelopmentLinksProps } from './DevelopmentLinks.tsx';
export { openDevelopment } from './openDevelopment.ts';
