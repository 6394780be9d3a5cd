// Shared modules are ready only after an asynchronous boundary.
import('./bootstrap.web.js');
