import { type ShadowNode, isModal } from './fabric.ts';
import type { WireMatch } from './wire.types.ts';

/** A visible node with its ancestors, the nearest first. */
export interface Seen {
  node: ShadowNode;
  ancestors: ShadowNode[];
}

const TEXT = new Set(['RCTText', 'RCTSelectableText', 'RCTVirtualText']);
const HEADER = 'RNSScreenStackHeaderConfig';
const INPUT = /^(AndroidTextInput|RCTSinglelineTextInputView|RCTMultilineTextInputView)$/;

/** All visible nodes: of a stack of screens, those of the top one, and of others below it if it is transparent. */
export function visibleNodes(roots: ShadowNode[]): Seen[] {
  const seen: Seen[] = [];
  const visit = (nodes: ShadowNode[], ancestors: ShadowNode[]) => {
    for (const node of nodes) {
      if (isModal(node) && node.props['visible'] !== true) continue;
      seen.push({ node, ancestors });
      visit(visibleChildren(node), [node, ...ancestors]);
    }
  };
  visit(roots, []);
  return seen;
}

function visibleChildren(node: ShadowNode): ShadowNode[] {
  if (node.type !== 'RNSScreenStack') return headerFirst(node.children);
  let top = node.children.length - 1;
  while (top > 0 && showsThrough(node.children[top])) top--;
  return node.children.slice(Math.max(top, 0));
}

/** The header is above the content, wherever React Navigation puts it. */
function headerFirst(nodes: ShadowNode[]): ShadowNode[] {
  const headers = nodes.filter(({ type }) => type === HEADER);
  return headers.length === 0
    ? nodes
    : [...headers, ...nodes.filter(({ type }) => type !== HEADER)];
}

function showsThrough(screen: ShadowNode | undefined): boolean {
  const presentation = screen?.props['stackPresentation'];
  return presentation === 'transparentModal' || presentation === 'containedTransparentModal';
}

/** The text that a node shows, if it is one that shows text. */
export function textOf({ node, ancestors }: Seen): string | undefined {
  const parent = ancestors[0];
  if (TEXT.has(node.type)) {
    return parent && TEXT.has(parent.type) ? undefined : rawText(node);
  }
  if (node.type === HEADER && node.props['hidden'] !== true) {
    return stringProp(node, 'title');
  }
  return undefined;
}

function rawText(node: ShadowNode): string {
  if (node.type === 'RCTRawText') return stringProp(node, 'text') ?? '';
  return node.children.map(rawText).join('');
}

/** The names by which a screen reader, or a test, finds a node. */
export function labelsOf(node: ShadowNode): string[] {
  return ['accessibilityLabel', 'aria-label', 'placeholder', 'testID'].flatMap((name) => {
    const label = stringProp(node, name);
    return label === undefined ? [] : [label];
  });
}

export function isInput(node: ShadowNode): boolean {
  return INPUT.test(node.type);
}

/** Whether it is a switch, which is toggled by the device and does not handle touches. */
export function isSwitch(node: ShadowNode): boolean {
  return node.type.endsWith('Switch');
}

export function stringProp(node: ShadowNode, name: string): string | undefined {
  const value = node.props[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** All texts on the screen, from top to bottom. */
export function textsOf(roots: ShadowNode[]): string[] {
  return visibleNodes(roots)
    .map(textOf)
    .filter((text) => text !== undefined && text !== '') as string[];
}

export function matches(match: WireMatch, text: string): boolean {
  return 'exact' in match
    ? text === match.exact
    : new RegExp(match.pattern, match.flags).test(text);
}

export function showMatch(match: WireMatch): string {
  return 'exact' in match ? `"${match.exact}"` : `/${match.pattern}/${match.flags}`;
}
