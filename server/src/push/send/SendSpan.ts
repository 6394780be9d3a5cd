import type { IncomingHttpHeaders } from 'node:http';

import type { OpenSpan, Tracer } from '../../tracing/Tracer.ts';
import { writeTraceparent } from '../../tracing/traceparent.ts';

/** The span of a send request, from its first byte to its answer. */
export class SendSpan {
  readonly #span: OpenSpan;
  readonly #route: string;

  /** Begins the span; undefined if the request is not traced. */
  static begin(
    tracer: Tracer,
    route: string,
    { traceparent }: IncomingHttpHeaders,
  ): SendSpan | undefined {
    const given = typeof traceparent === 'string' ? traceparent : undefined;
    const span = tracer.request(`POST ${route}`, given);
    return span && new SendSpan(span, route);
  }

  private constructor(span: OpenSpan, route: string) {
    this.#span = span;
    this.#route = route;
  }

  /** The `traceparent` that is stored with the message. */
  get trace(): string {
    return writeTraceparent(this.#span.context);
  }

  end(status: number): void {
    const attributes = {
      'http.request.method': 'POST',
      'http.route': this.#route,
      'http.response.status_code': status,
    };
    this.#span.end(attributes, status >= 500);
  }
}
