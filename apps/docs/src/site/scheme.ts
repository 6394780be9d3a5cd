// Runs before the page is painted, so that nobody sees it in the wrong colours first.
import { showKeptScheme } from './keptScheme.ts';

showKeptScheme();
