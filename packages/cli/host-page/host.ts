// Shared modules are ready only after an asynchronous boundary.
void import('./bootstrap.tsx');
