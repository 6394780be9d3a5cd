import { describe, expect, it } from 'vitest';

import { writeSources } from '../../testing/writeSources.ts';
import { SourceFiles } from '../source/SourceFiles.ts';
import { checkEntry } from './checkEntry.ts';

/** What is found in an entry component: code, file and line of each. */
async function found(app: string, others: Record<string, string> = {}): Promise<string[]> {
  const root = await writeSources({ 'src/App.tsx': app, ...others });
  return checkEntry(await SourceFiles.open(root)).map(
    ({ code, file, line }) => `${code} ${file}:${line}`,
  );
}

const KIT = `import { NavigationContainer, ToastProvider } from '@host/kit';\n`;

describe('an entry component that is accepted', () => {
  it.each<[string, string, Record<string, string>?]>([
    [
      'as the template has it',
      `${KIT}export default function App() { return <ToastProvider><NavigationContainer independent><Stack/></NavigationContainer></ToastProvider>; }`,
    ],
    [
      'with imports under other names',
      `import { NavigationContainer as Nav, ToastProvider as Toasts } from '@host/kit';
       const App = () => <Toasts><Nav independent={true}><Stack/></Nav></Toasts>;
       export default App;`,
    ],
    [
      'with a namespace import',
      `import * as Kit from '@host/kit';
       export default function App() { return <Kit.ToastProvider><Kit.NavigationContainer independent/></Kit.ToastProvider>; }`,
    ],
    [
      'with `independent` in a spread object',
      `${KIT}const navigation = { independent: true, theme: {} };
       export default function App() { return <ToastProvider><NavigationContainer {...navigation}/></ToastProvider>; }`,
    ],
    [
      'with `independent` in a spread object of another file',
      `${KIT}import { navigation } from './navigation';
       export default function App() { return <ToastProvider><NavigationContainer {...navigation}/></ToastProvider>; }`,
      { 'src/navigation.ts': `export const navigation = { independent: true } as const;` },
    ],
    [
      'with `independent` from a constant',
      `${KIT}const INDEPENDENT = true;
       export default function App() { return <ToastProvider><NavigationContainer independent={INDEPENDENT}/></ToastProvider>; }`,
    ],
    [
      'wrapped in a component of its own that takes children',
      `import { Providers } from './components/Providers';
       import { NavigationContainer } from '@host/kit';
       export default function App() { return <Providers><NavigationContainer independent><Stack/></NavigationContainer></Providers>; }`,
      {
        'src/components/Providers.tsx': `import { ToastProvider } from '@host/kit';
          export function Providers({ children }: { children: React.ReactNode }) { return <ToastProvider>{children}</ToastProvider>; }`,
      },
    ],
    [
      'wrapped in a component of the same file that takes props',
      `${KIT}function Navigation(props: Props) { return <NavigationContainer {...props}><Stack/>{props.children}</NavigationContainer>; }
       export default function App() { return <ToastProvider><Navigation independent/></ToastProvider>; }`,
    ],
    [
      'wrapped in a component that takes `independent` apart and sets it by default',
      `${KIT}const Navigation = ({ independent = true, ...rest }) => <NavigationContainer independent={independent} {...rest}/>;
       export default function App() { return <ToastProvider><Navigation/></ToastProvider>; }`,
    ],
    [
      'through an index file that exports again',
      `import { Root as Everything } from './root';
       export default function App() { return <Everything/>; }`,
      {
        'src/root/index.ts': `export * from './Root';`,
        'src/root/Root.tsx': `${KIT}export const Root = () => <ToastProvider><NavigationContainer independent/></ToastProvider>;`,
      },
    ],
    [
      'exported from another file',
      `export { Root as default } from './Root';`,
      {
        'src/Root.tsx': `${KIT}export function Root() { return <ToastProvider><NavigationContainer independent/></ToastProvider>; }`,
      },
    ],
    [
      'inside memo and a higher-order component',
      `${KIT}import { memo } from 'react';
       function App() { return <ToastProvider><NavigationContainer independent/></ToastProvider>; }
       export default withTheme(memo(App)) as ComponentType;`,
    ],
    [
      'as a class',
      `${KIT}export default class App extends Component { render() { return <ToastProvider><NavigationContainer independent/></ToastProvider>; } }`,
    ],
    [
      'with createElement',
      `import { createElement } from 'react';
       ${KIT}export default () => createElement(ToastProvider, null, createElement(NavigationContainer, { independent: true }));`,
    ],
    [
      'with the content in a variable, and another return before',
      `${KIT}export default function App() {
         const isReady = useReady();
         if (!isReady) return null;
         const content = <NavigationContainer independent={isReady || true}/>;
         return <ToastProvider>{isReady ? content : null}</ToastProvider>;
       }`,
    ],
    [
      'with the provider inside of the container',
      `${KIT}export default () => <NavigationContainer independent><ToastProvider><Stack/></ToastProvider></NavigationContainer>;`,
    ],
  ])('%s', async (_name, app, others) => {
    expect(await found(app, others)).toEqual([]);
  });
});

describe('an entry component that is refused', () => {
  it.each<[string, string, string[], Record<string, string>?]>([
    ['without a default export', `export function App() {}`, ['no-default-export src/App.tsx:1']],
    [
      'without a toast provider',
      `import { NavigationContainer } from '@host/kit';\n\nexport default function App() { return <NavigationContainer independent/>; }`,
      ['no-toast-provider src/App.tsx:3'],
    ],
    [
      'with the toast provider of somebody else',
      `import { NavigationContainer } from '@host/kit';\nimport { ToastProvider } from 'other-kit';\nexport default () => <ToastProvider><NavigationContainer independent/></ToastProvider>;`,
      ['no-toast-provider src/App.tsx:3'],
    ],
    [
      'with the words in a comment and in a text only',
      `// <ToastProvider><NavigationContainer independent>\nexport default function App() { return <Text title="<ToastProvider>" />; }`,
      ['no-toast-provider src/App.tsx:2', 'no-navigation-container src/App.tsx:2'],
    ],
    [
      'with a toast provider that is imported and not rendered',
      `${KIT}export default () => <NavigationContainer independent/>;`,
      ['no-toast-provider src/App.tsx:2'],
    ],
    [
      'with a toast provider beside the navigation',
      `${KIT}export default () => <><ToastProvider/><NavigationContainer independent/></>;`,
      ['toast-provider-apart src/App.tsx:2'],
    ],
    [
      'without a navigation container',
      `${KIT}export default () => <ToastProvider><Stack/></ToastProvider>;`,
      ['no-navigation-container src/App.tsx:2'],
    ],
    [
      'without independent',
      `${KIT}export default () => <ToastProvider>\n<NavigationContainer theme={theme}/></ToastProvider>;`,
      ['not-independent src/App.tsx:3'],
    ],
    [
      'with independent={false}',
      `${KIT}export default () => <ToastProvider><NavigationContainer independent={false}/></ToastProvider>;`,
      ['not-independent src/App.tsx:2'],
    ],
    [
      'with independent undone by a later spread',
      `${KIT}const off = { independent: false };\nexport default () => <ToastProvider><NavigationContainer independent {...off}/></ToastProvider>;`,
      ['not-independent src/App.tsx:3'],
    ],
    [
      'with the container of React Navigation',
      `import { ToastProvider } from '@host/kit';\nimport { NavigationContainer } from '@react-navigation/native';\nexport default () => <ToastProvider><NavigationContainer independent/></ToastProvider>;`,
      ['foreign-navigation-container src/App.tsx:3'],
    ],
    [
      'in a component of another file, where the line is',
      `import { ToastProvider } from '@host/kit';\nimport { Navigation } from './Navigation';\nexport default () => <ToastProvider><Navigation/></ToastProvider>;`,
      ['not-independent src/Navigation.tsx:3'],
      {
        'src/Navigation.tsx': `import { NavigationContainer } from '@host/kit';\nexport const Navigation = () => (\n<NavigationContainer/>);`,
      },
    ],
  ])('%s', async (_name, app, expected, others) => {
    expect(await found(app, others)).toEqual(expected);
  });

  it('is only warned of when the text does not tell', async () => {
    const app = `${KIT}export default () => <ToastProvider><NavigationContainer {...useNavigation()}/></ToastProvider>;`;
    expect(await found(app)).toEqual(['independent-unknown src/App.tsx:2']);
  });

  it('says that there is no src/App.tsx', async () => {
    const root = await writeSources({ 'src/Main.tsx': '' });
    expect(checkEntry(await SourceFiles.open(root))[0]).toMatchObject({ code: 'no-entry' });
  });

  it('does not lose its way in components that render each other', async () => {
    const app = `${KIT}const A = () => <B/>; const B = () => <A/>;\nexport default () => <ToastProvider><NavigationContainer independent><A/></NavigationContainer></ToastProvider>;`;
    expect(await found(app)).toEqual([]);
  });
});
