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

// Fast Refresh, which is part of the mini-app, finds React by the hook of React's developer tools. React looks for that hook when
// it is loaded, which is earlier. So the hook has to exist before, and to remember the renderers that register.
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
