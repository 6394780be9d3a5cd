import { defineMiniApp } from '@host/bundler';

export default defineMiniApp({ root: import.meta.dirname });
