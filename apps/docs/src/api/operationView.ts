import { element } from './element.ts';
import type { OpenApi, Parameter, Response } from './OpenApi.types.ts';
import type { Operation } from './Operation.ts';
import { inline, prose } from './prose.ts';
import { schemaView, typeName } from './schemaView.ts';
import { tryIt } from './tryIt.ts';

/** The framework's placeholder for responses without a description. */
const UNDESCRIBED = 'Default Response';

/** An operation as a row of the list that expands to its details. */
export function operationView(
  document: OpenApi,
  operation: Operation,
  token: () => string,
): HTMLDetailsElement {
  const { id, method, path, summary } = operation;
  const details = element(
    'details',
    { id, class: 'operation' },
    element(
      'summary',
      {},
      element('span', { class: `method method-${method.toLowerCase()}` }, method),
      element('code', {}, path),
      element('span', { class: 'about' }, summary),
    ),
  );
  // There are more than a hundred, so the details are rendered when they are opened.
  details.addEventListener(
    'toggle',
    () =>
      details.append(element('div', { class: 'inside' }, ...insideOf(document, operation, token))),
    { once: true },
  );
  return details;
}

function* insideOf(document: OpenApi, operation: Operation, token: () => string) {
  yield* prose(operation.description);
  yield accessOf(operation);
  const { parameters, body, responses } = operation;
  if (parameters.length > 0) {
    yield element('h3', {}, 'Parameters');
    yield element('ul', { class: 'fields' }, ...parameters.map(parameterView));
  }
  for (const [type, { schema }] of Object.entries(body?.content ?? {})) {
    yield element('h3', {}, `Body, ${type}`);
    if (body?.description) yield element('p', {}, ...inline(body.description));
    if (schema) yield schemaView(document, schema);
  }
  yield element('h3', {}, 'Answers');
  yield element(
    'ul',
    { class: 'fields' },
    ...responses.map(([status, each]) => responseView(document, status, each)),
  );
  yield element('h3', {}, 'Try it');
  yield tryIt(document, operation, token);
}

function accessOf({ security }: Operation): HTMLElement {
  const words: Record<string, string> = {
    token: 'Needs an admin token.',
    session: 'Needs the access token of a person’s session.',
    console: 'Needs the session of the console: it cannot be tried here.',
  };
  const text = security.map((each) => words[each] ?? each).join(' Or: ');
  return element('p', { class: 'access' }, text || 'Needs no admin token.');
}

function parameterView({ name, in: place, required, description, schema }: Parameter): HTMLElement {
  return element(
    'li',
    {},
    element('code', { class: 'name' }, name),
    element('span', { class: 'type' }, `${schema ? typeName(schema) : 'string'}, in the ${place}`),
    required === true && element('span', { class: 'required' }, 'required'),
    description ? element('p', {}, ...inline(description)) : undefined,
  );
}

function responseView(
  document: OpenApi,
  status: string,
  { description, content }: Response,
): HTMLElement {
  const head = [
    element('code', { class: 'name' }, status === 'default' ? 'otherwise' : status),
    element('span', {}, ...inline(description === UNDESCRIBED ? '' : (description ?? ''))),
  ];
  const schema = Object.values(content ?? {})[0]?.schema;
  if (!schema) return element('li', {}, ...head);
  const details = element(
    'details',
    {},
    element('summary', {}, ...head, element('span', { class: 'type' }, typeName(schema))),
  );
  details.addEventListener('toggle', () => details.append(schemaView(document, schema)), {
    once: true,
  });
  return element('li', {}, details);
}
