import { FRAME, INSETS, WINDOW } from './nativeModules.ts';

/** A node of the tree that Fabric builds; nodes are never changed, only replaced. */
export interface ShadowNode {
  tag: number;
  type: string;
  props: Record<string, unknown>;
  /** The target of events. */
  handle: unknown;
  children: ShadowNode[];
}

type Dispatch = (handle: unknown, type: string, event: Record<string, unknown>) => void;

/** Fabric's native side: it keeps the committed trees and passes events on. */
export interface Fabric {
  /** The global that React's renderer uses. */
  manager: Record<string, unknown>;
  root(rootTag: number): ShadowNode[];
  dispatch: Dispatch;
  /** The number of touches that a component has handled. */
  touchesTaken(): number;
}

/** The event that a device sends to a mounted component. Every view is as large as the screen. */
function mountEvent(node: ShadowNode): [type: string, event: Record<string, unknown>] | undefined {
  if (node.type === 'RNCSafeAreaProvider')
    return ['topInsetsChange', { insets: INSETS, frame: FRAME }];
  if (node.props['onLayout'] === true) return ['topLayout', { layout: FRAME }];
  return undefined;
}

/** Whether it is a modal, which stays until the device reports its dismissal. */
export function isModal({ type }: ShadowNode): boolean {
  return type === 'RCTModalHostView' || type === 'ModalHostView';
}

export function createFabric(
  later: (callback: () => void) => void,
  onError: (error: unknown) => void,
): Fabric {
  const roots = new Map<number, ShadowNode[]>();
  const mounted = new Set<number>();
  const openModals = new Set<number>();
  let handler: Dispatch | undefined;
  let touchesTaken = 0;

  const dispatch: Dispatch = (handle, type, event) => {
    try {
      handler?.(handle, type, event);
    } catch (error) {
      // Errors of a handler must not propagate to the step that touched the screen.
      onError(error);
    }
  };

  function tellDismissed(modal: ShadowNode): void {
    if (modal.props['visible'] === true) openModals.add(modal.tag);
    else if (openModals.delete(modal.tag)) {
      later(() => dispatch(modal.handle, 'topDismiss', { target: modal.tag }));
    }
  }

  function tellMounted(nodes: ShadowNode[]): void {
    for (const node of nodes) {
      tellMounted(node.children);
      if (isModal(node)) tellDismissed(node);
      if (mounted.has(node.tag)) continue;
      mounted.add(node.tag);
      const event = mountEvent(node);
      if (event) later(() => dispatch(node.handle, event[0], { target: node.tag, ...event[1] }));
    }
  }

  const clone = (node: ShadowNode, changes: Partial<ShadowNode>): ShadowNode => ({
    ...node,
    children: [...node.children],
    ...changes,
  });
  const merged = (node: ShadowNode, props: unknown) => ({ ...node.props, ...(props as object) });
  const { width, height } = WINDOW;
  const nothing = () => {};

  const manager = {
    createNode: (
      tag: number,
      type: string,
      _rootTag: number,
      props: Record<string, unknown>,
      handle: unknown,
    ): ShadowNode => ({ tag, type, props: { ...props }, handle, children: [] }),
    cloneNode: (node: ShadowNode) => clone(node, {}),
    cloneNodeWithNewChildren: (node: ShadowNode, children: ShadowNode[] = []) =>
      clone(node, { children: [...children] }),
    cloneNodeWithNewProps: (node: ShadowNode, props: unknown) =>
      clone(node, { props: merged(node, props) }),
    // React's renderer omits the children if it appends them one by one.
    cloneNodeWithNewChildrenAndProps: (node: ShadowNode, first: unknown, second: unknown) =>
      Array.isArray(first)
        ? clone(node, { children: [...(first as ShadowNode[])], props: merged(node, second) })
        : clone(node, { children: [], props: merged(node, first) }),
    createChildSet: (): ShadowNode[] => [],
    appendChild(parent: ShadowNode, child: ShadowNode) {
      parent.children.push(child);
      return parent;
    },
    appendChildToSet: (set: ShadowNode[], child: ShadowNode) => void set.push(child),
    completeRoot(rootTag: number, set: ShadowNode[]) {
      roots.set(rootTag, set);
      tellMounted(set);
    },
    registerEventHandler(given: Dispatch) {
      handler = given;
    },
    dispatchCommand(node: ShadowNode, command: string) {
      const event = { focus: 'topFocus', blur: 'topBlur' }[command];
      if (event) later(() => dispatch(node.handle, event, { target: node.tag }));
    },
    setIsJSResponder: (_node: ShadowNode, isResponder: boolean) => {
      if (isResponder) touchesTaken++;
    },
    measure: (_node: ShadowNode, callback: (...values: number[]) => void) =>
      callback(0, 0, width, height, 0, 0),
    measureInWindow: (_node: ShadowNode, callback: (...values: number[]) => void) =>
      callback(0, 0, width, height),
    measureLayout: (
      _node: ShadowNode,
      _relativeTo: ShadowNode,
      _onFail: () => void,
      onSuccess: (...values: number[]) => void,
    ) => onSuccess(0, 0, width, height),
    getBoundingClientRect: () => [0, 0, width, height],
    configureNextLayoutAnimation: nothing,
    sendAccessibilityEvent: nothing,
    setNativeProps: nothing,
    findNodeAtPoint: nothing,
    compareDocumentPosition: () => 0,
    findShadowNodeByTag_DEPRECATED: () => null,
    unstable_DefaultEventPriority: 32,
    unstable_DiscreteEventPriority: 2,
    unstable_ContinuousEventPriority: 8,
    unstable_IdleEventPriority: 268435456,
    unstable_getCurrentEventPriority: () => 32,
  };

  return {
    manager,
    root: (rootTag) => roots.get(rootTag) ?? [],
    dispatch,
    touchesTaken: () => touchesTaken,
  };
}
