interface Hook {
  renderers: Map<number, unknown>;
  supportsFiber: true;
  inject(renderer: unknown): number;
  onScheduleFiberRoot(): void;
  onCommitFiberRoot(): void;
  onCommitFiberUnmount(): void;
}

const HOOK = '__REACT_DEVTOOLS_GLOBAL_HOOK__';
const page = globalThis as { [HOOK]?: Hook };

// Fast Refresh comes with the mini-app and finds React by the hook of its developer tools. React looks for that hook when it
// is loaded, which is before: so it has to be there first, and to remember who came.
if (!page[HOOK]) {
  const renderers = new Map<number, unknown>();
  const nothing = () => {};
  page[HOOK] = {
    renderers,
    supportsFiber: true,
    inject(renderer) {
      renderers.set(renderers.size + 1, renderer);
      return renderers.size;
    },
    onScheduleFiberRoot: nothing,
    onCommitFiberRoot: nothing,
    onCommitFiberUnmount: nothing,
  };
}
