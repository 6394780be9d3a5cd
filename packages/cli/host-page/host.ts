// oxlint-disable-next-line import/no-unassigned-import
import './installRefreshHook.ts';

// Shared modules are ready only after an asynchronous boundary.
void import('./bootstrap.tsx');
