/** The parts of an OpenAPI 3.1 document that the viewer uses. */
export interface OpenApi {
  info: { description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components?: { schemas?: Record<string, Schema> };
}

interface DescribedOperation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: (Parameter | Reference)[];
  requestBody?: Body | Reference;
  responses?: Record<string, Response | Reference>;
  security?: Record<string, unknown>[];
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

export interface Body {
  description?: string;
  content?: Record<string, { schema?: Schema }>;
}

export interface Response {
  description?: string;
  content?: Record<string, { schema?: Schema }>;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}
