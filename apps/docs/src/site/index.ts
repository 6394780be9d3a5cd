import { addCopyButtons } from './addCopyButtons.ts';
import { followOutline } from './followOutline.ts';
import { switchScheme } from './keptScheme.ts';
import { startMenu } from './startMenu.ts';
import { startSearch } from './startSearch.ts';

document.getElementById('scheme-button')?.addEventListener('click', switchScheme);
startMenu();
startSearch();
addCopyButtons(document);
followOutline();
