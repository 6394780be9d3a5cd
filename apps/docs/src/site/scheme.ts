// Runs before the first paint, so that the page does not flash in the wrong colours.
import { showKeptScheme } from './keptScheme.ts';

showKeptScheme();
