import { element } from './element.ts';
import { exampleOf } from './exampleOf.ts';
import type { OpenApi, Parameter } from './OpenApi.types.ts';
import type { Operation } from './Operation.ts';
import { type Call, curlOf } from './Call.ts';

const LONGEST_SHOWN = 100_000;
const HAVE_BODIES = new Set(['POST', 'PUT', 'PATCH']);

/** A form that sends the request to the page's own origin and shows the response. `token` is read for every request. */
export function tryIt(document: OpenApi, operation: Operation, token: () => string): HTMLElement {
  const inputs = operation.parameters
    .filter((parameter) => parameter.in !== 'cookie')
    .map((parameter) => ({ parameter, ...inputFor(operation, parameter) }));
  const body = bodyInput(document, operation);
  const command = element('code');
  const answer = element('div', { class: 'answer', role: 'status' });
  const button = element('button', { type: 'submit', class: 'send' }, 'Send');
  const form = element(
    'form',
    { class: 'try' },
    ...inputs.map(({ field }) => field),
    body?.field,
    element('div', { class: 'code' }, element('pre', { tabindex: '0' }, command)),
    button,
    answer,
  );
  const call = (): Call =>
    callOf(
      operation,
      inputs.map(({ parameter, input }) => ({ parameter, value: input.value.trim() })),
      { token: token(), ...body?.read() },
    );
  const showCommand = () => (command.textContent = curlOf(call(), location.origin));
  form.addEventListener('input', showCommand);
  // If a token was entered meanwhile, the command refers to it by the name of its variable.
  form.addEventListener('focusin', showCommand);
  const make = async () => {
    button.disabled = true;
    answer.replaceChildren(...(await send(call())));
    button.disabled = false;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void make();
  });
  showCommand();
  return form;
}

function inputFor({ id }: Operation, parameter: Parameter) {
  const { name, required, schema, example } = parameter;
  const shown = example ?? schema?.examples?.[0];
  const given = typeof shown === 'object' ? JSON.stringify(shown) : (shown as string | undefined);
  const isNeeded = required === true;
  const attributes = {
    id: `${id}-${name}`,
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    ...(isNeeded ? { required: '' } : {}),
    placeholder: given === undefined || isNeeded ? '' : given,
  };
  const input = element('input', attributes);
  if (isNeeded && given !== undefined) input.value = given;
  const where = parameter.in === 'path' ? '' : ` (${parameter.in})`;
  const label = element('label', { for: attributes.id }, `${name}${where}`);
  return { input, field: element('p', {}, label, input) };
}

function bodyInput(document: OpenApi, { id, method, body }: Operation) {
  if (!HAVE_BODIES.has(method)) return undefined;
  const [type = 'application/json', described] = Object.entries(body?.content ?? {})[0] ?? [];
  const label = element('label', { for: `${id}-body` }, `Body, ${type}`);
  if (type === 'application/octet-stream') {
    const file = element('input', { id: `${id}-body`, type: 'file' });
    return {
      field: element('p', {}, label, file),
      read: () => ({ type, body: file.files?.[0] }),
    };
  }
  const text = element('textarea', { id: `${id}-body`, rows: '8', spellcheck: 'false' });
  const example = described?.schema && exampleOf(document, described.schema);
  text.value = example === undefined ? '' : JSON.stringify(example, undefined, 2);
  return {
    field: element('p', {}, label, text),
    read: () => ({ type, body: text.value.trim() || undefined }),
  };
}

interface Extras {
  token: string;
  type?: string;
  body?: string | File | undefined;
}

function callOf(
  { method, path }: Operation,
  values: readonly { parameter: Parameter; value: string }[],
  { token, type, body }: Extras,
): Call {
  const filled = values.filter(({ value }) => value !== '');
  const ofKind = (kind: Parameter['in']) => filled.filter(({ parameter }) => parameter.in === kind);
  const query = new URLSearchParams(
    ofKind('query').map(({ parameter, value }) => [parameter.name, value]),
  );
  const headers = Object.fromEntries(
    ofKind('header').map(({ parameter, value }) => [parameter.name, value]),
  );
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (body !== undefined && type) headers['Content-Type'] = type;
  const place = path.replaceAll(/\{(.+?)\}/g, (all, name: string) => {
    const found = ofKind('path').find(({ parameter }) => parameter.name === name);
    // A wildcard parameter keeps its slashes.
    if (!found) return all;
    return name === '*' ? found.value : encodeURIComponent(found.value);
  });
  return { method, address: query.size > 0 ? `${place}?${query}` : place, headers, body };
}

async function send({ method, address, headers, body }: Call): Promise<HTMLElement[]> {
  const start = performance.now();
  try {
    const response = await fetch(address, {
      method,
      headers,
      body: body ?? null,
      credentials: 'omit',
    });
    const text = await response.text();
    const took = Math.round(performance.now() - start);
    const status = element(
      'p',
      { class: response.ok ? 'status-ok' : 'status-bad' },
      element('strong', {}, `${response.status} ${response.statusText}`),
      `, ${took} ms`,
    );
    const headersShown = element(
      'details',
      {},
      element('summary', {}, 'Headers'),
      element(
        'pre',
        { tabindex: '0' },
        [...response.headers].map((each) => each.join(': ')).join('\n'),
      ),
    );
    return [status, headersShown, element('pre', { tabindex: '0' }, readable(text))];
  } catch (error) {
    return [element('p', { class: 'status-bad' }, `There was no answer: ${String(error)}`)];
  }
}

function readable(text: string): string {
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  try {
    return JSON.stringify(JSON.parse(shown), undefined, 2);
  } catch {
    return shown;
  }
}
