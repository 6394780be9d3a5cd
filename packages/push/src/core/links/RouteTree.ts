/** A registered pattern. */
export interface Route<Target> {
  target: Target;
  /** The parameter name of each path segment, if it is one. */
  names: readonly (string | undefined)[];
  /** The segment from which on the wildcard matches. */
  restFrom: number | undefined;
}

interface Node<Target> {
  literals: Map<string, Node<Target>>;
  /** The names of parameters belong to a pattern, not to a place in the tree: `order/:id` and `order/:orderId/items`. */
  parameter?: Node<Target> | undefined;
  end?: Route<Target> | undefined;
  rest?: Route<Target> | undefined;
}

const PART = /^(?::([A-Za-z_]\w*)|[^:*?#\s]+)$/;
const WILDCARD = '*';

/**
 * Finds the pattern for a path in one walk of a tree, however many patterns there are. At every segment, a literal takes
 * precedence over a parameter, and a parameter over the wildcard, with backtracking.
 */
export class RouteTree<Target> {
  readonly #root: Node<Target> = emptyNode();

  /** Adds `order/:orderId`, or `files/*` for everything below. Returns a function that removes it. */
  add(pattern: string, target: Target): () => void {
    const parts = pattern.split('/');
    const names: (string | undefined)[] = [];
    let node = this.#root;
    for (const [index, part] of parts.entries()) {
      if (part === WILDCARD && index === parts.length - 1) {
        return occupy(node, 'rest', pattern, { target, names, restFrom: index });
      }
      const found = PART.exec(part);
      const name = found?.[1];
      // An invalid segment, a wildcard that is not the last, or a duplicate name.
      if (!found || (name !== undefined && names.includes(name))) {
        throw new Error(
          `"${pattern}" is no route pattern: "${part}" cannot be there. Write "order/:orderId" or "files/*".`,
        );
      }
      names.push(name);
      node = name === undefined ? literalOf(node, part) : (node.parameter ??= emptyNode());
    }
    return occupy(node, 'end', pattern, { target, names, restFrom: undefined });
  }

  /** The route of a path; `readParams` returns its parameters. */
  find(parts: readonly string[]): Route<Target> | undefined {
    return walk(this.#root, parts, 0);
  }
}

/** Extracts the parameters of a route from a path. */
export function readParams(
  { names, restFrom }: Route<unknown>,
  parts: readonly string[],
  into: Record<string, string>,
): void {
  for (let index = 0; index < names.length; index++) {
    const name = names[index];
    if (name !== undefined) into[name] = parts[index]!;
  }
  if (restFrom !== undefined) into[WILDCARD] = parts.slice(restFrom).join('/');
}

function walk<Target>(
  node: Node<Target>,
  parts: readonly string[],
  index: number,
): Route<Target> | undefined {
  if (index === parts.length) return node.end;
  const literal = node.literals.get(parts[index]!);
  const found = literal && walk(literal, parts, index + 1);
  if (found) return found;
  return (node.parameter && walk(node.parameter, parts, index + 1)) ?? node.rest;
}

function emptyNode<Target>(): Node<Target> {
  return { literals: new Map() };
}

function literalOf<Target>(node: Node<Target>, part: string): Node<Target> {
  let next = node.literals.get(part);
  if (!next) node.literals.set(part, (next = emptyNode()));
  return next;
}

function occupy<Target>(
  node: Node<Target>,
  place: 'end' | 'rest',
  pattern: string,
  entry: Route<Target>,
): () => void {
  if (node[place]) throw new Error(`A route for "${pattern}" is registered already.`);
  node[place] = entry;
  return () => {
    if (node[place] === entry) node[place] = undefined;
  };
}
