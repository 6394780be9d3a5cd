import type { ShadowNode } from './fabric.ts';
import { isInput, labelsOf, stringProp, textOf, visibleNodes } from './screen.ts';
import type { Seen } from './screen.ts';

/** Components that a person notices even without text or label. */
const NOTICED: Record<string, string> = {
  RNSScreen: 'Screen',
  RNSModalScreen: 'Screen',
  RCTModalHostView: 'Modal',
  ModalHostView: 'Modal',
  ActivityIndicatorView: 'ActivityIndicator',
  AndroidProgressBar: 'ActivityIndicator',
  Switch: 'Switch',
  AndroidSwitch: 'Switch',
};

const NAMES: Record<string, string> = {
  ...NOTICED,
  RCTText: 'Text',
  RCTSelectableText: 'Text',
  RCTView: 'View',
  RCTImageView: 'Image',
  RCTScrollView: 'ScrollView',
  RNSScreenStackHeaderConfig: 'Header',
};

/**
 * Prints the screen, one line for everything that a person notices: texts, inputs, buttons, screens. Views that only
 * contain others are left out.
 */
export function printTree(roots: ShadowNode[]): string {
  const depths = new Map<ShadowNode, number>();
  const lines: string[] = [];
  for (const seen of visibleNodes(roots)) {
    const { node, ancestors } = seen;
    const depth = depths.get(ancestors[0] as ShadowNode) ?? 0;
    const line = describe(seen);
    if (line !== undefined) lines.push(`${'  '.repeat(depth)}${line}`);
    depths.set(node, line === undefined ? depth : depth + 1);
  }
  return lines.join('\n');
}

function describe(seen: Seen): string | undefined {
  const { node } = seen;
  const text = textOf(seen);
  const role = stringProp(node, 'accessibilityRole') ?? stringProp(node, 'role');
  const labels = labelsOf(node);
  if (isInput(node)) {
    return `TextInput${quoted(labels)} value="${stringProp(node, 'text') ?? ''}"`;
  }
  const isNoticed =
    text !== undefined || role !== undefined || labels.length > 0 || node.type in NOTICED;
  if (!isNoticed) return undefined;
  const name = role !== undefined && text === undefined ? role : (NAMES[node.type] ?? node.type);
  return `${name}${quoted(text === undefined ? labels : [text])}${stateOf(node)}`;
}

function quoted(texts: string[]): string {
  return texts.map((text) => ` "${text}"`).join('');
}

function stateOf(node: ShadowNode): string {
  const state = (node.props['accessibilityState'] ?? {}) as Record<string, unknown>;
  return Object.keys(state)
    .filter((name) => state[name] === true)
    .map((name) => ` (${name})`)
    .join('');
}
