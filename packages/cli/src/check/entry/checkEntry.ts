import type { Node } from '@babel/types';

import type { Finding } from '../Finding.types.ts';
import type { SourceFiles } from '../source/SourceFiles.ts';
import type { Element } from './Element.types.ts';
import { renderedElements } from './renderedElements.ts';

const ENTRY = 'src/App.tsx';

/**
 * Whether the entry component wraps the app in the kit's toast provider and in a navigation container that has
 * `independent` set.
 */
export function checkEntry(files: SourceFiles): Finding[] {
  const module = files.module(ENTRY);
  if (!module) return files.problems.some(({ file }) => file === ENTRY) ? [] : [missing()];
  const exported = module.exports.get('default');
  if (!exported) {
    return [
      finding('no-default-export', 'The entry component is not exported.', {
        fix: 'Export it as the default: `export default function App() { … }`.',
        line: 1,
      }),
    ];
  }
  const component = files.resolveExport(ENTRY, 'default');
  if (component?.kind !== 'node') {
    return [
      finding(
        'entry-unknown',
        'The entry component comes from elsewhere and cannot be looked into.',
        {
          fix: 'Write the component in src/App.tsx, with ToastProvider and NavigationContainer in it.',
          line: lineOf(exported.kind === 'node' ? exported.node : module.program),
          severity: 'warning',
        },
      ),
    ];
  }
  const tree = renderedElements(files, component);
  const at = { file: component.module.file, line: lineOf(component.node) };
  return [...checkToasts(tree, at), ...checkNavigation(tree, at)];
}

interface Place {
  file: string;
  line: number;
}

function checkToasts(tree: readonly Element[], at: Place): Finding[] {
  const toasts = find(tree, 'toast-provider');
  if (toasts.length === 0) {
    return [
      finding('no-toast-provider', 'The app is not wrapped in the kit’s ToastProvider.', {
        fix: "Import ToastProvider from '@host/kit' and put everything that App returns into it.",
        ...at,
      }),
    ];
  }
  const containers = find(tree, 'navigation-container');
  const areTogether =
    containers.length === 0 ||
    toasts.some(({ children }) => find(children, 'navigation-container').length > 0) ||
    containers.some(({ children }) => find(children, 'toast-provider').length > 0);
  if (areTogether) return [];
  return [
    finding('toast-provider-apart', 'The ToastProvider does not wrap the navigation.', {
      fix: 'Put the NavigationContainer inside of the ToastProvider, so that screens can show toasts.',
      file: toasts[0]!.file,
      line: toasts[0]!.line,
    }),
  ];
}

function checkNavigation(tree: readonly Element[], at: Place): Finding[] {
  const containers = find(tree, 'navigation-container');
  if (containers.length === 0) {
    return [
      finding('no-navigation-container', 'The app has no NavigationContainer.', {
        fix: "Import NavigationContainer from '@host/kit' and put the navigators into <NavigationContainer independent>.",
        ...at,
      }),
    ];
  }
  return containers.flatMap(({ source, independent, file, line }) => {
    if (source !== '@host/kit') {
      return finding(
        'foreign-navigation-container',
        `This NavigationContainer comes from ${source}, which does not know \`independent\` any more.`,
        {
          fix: "Import NavigationContainer from '@host/kit' and set `independent` on it.",
          file,
          line,
        },
      );
    }
    if (independent === 'no') {
      return finding(
        'not-independent',
        'The NavigationContainer is not `independent`: it would get in the way of the host’s navigation.',
        {
          fix: 'Write <NavigationContainer independent>.',
          file,
          line,
        },
      );
    }
    if (independent !== 'unknown') return [];
    return finding(
      'independent-unknown',
      'Whether the NavigationContainer is `independent` cannot be told from the text.',
      {
        fix: 'Write it as <NavigationContainer independent>.',
        file,
        line,
        severity: 'warning',
      },
    );
  });
}

function find(tree: readonly Element[], kind: Element['kind']): Element[] {
  return tree.flatMap((element) => [
    ...(element.kind === kind ? [element] : []),
    ...find(element.children, kind),
  ]);
}

function missing(): Finding {
  return finding('no-entry', `There is no ${ENTRY}.`, {
    fix: 'A mini-app’s root component is the default export of src/App.tsx.',
  });
}

function finding(
  code: string,
  message: string,
  rest: Partial<Finding> & Pick<Finding, 'fix'>,
): Finding {
  return { check: 'entry', severity: 'error', code, message, file: ENTRY, ...rest };
}

function lineOf(node: Node): number {
  return node.loc?.start.line ?? 1;
}
