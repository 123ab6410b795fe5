// Writes a JSON Schema, as zod gives it for the wire side, in a short notation that reads like TypeScript. Pure.

/** The part of JSON Schema that zod writes for our contract. */
export type JsonSchema = {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: boolean | JsonSchema;
  prefixItems?: readonly JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
};

/** zod bounds every integer by what JavaScript can hold; that says nothing about the field. */
const isReal = (limit: number | undefined): limit is number =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

const range = (low: number | undefined, high: number | undefined): string => {
  const from = isReal(low) ? String(low) : '';
  const to = isReal(high) ? String(high) : '';
  return from === '' && to === '' ? '' : `(${from}..${to})`;
};

const scalar = (type: string, schema: JsonSchema): string => {
  if (type === 'string') {
    const pattern = schema.pattern === undefined ? '' : ` /${schema.pattern}/`;
    return `text${range(schema.minLength, schema.maxLength)}${pattern}`;
  }
  if (type === 'integer' || type === 'number') return `${type}${range(schema.minimum, schema.maximum)}`;
  return type;
};

const listText = (schema: JsonSchema, indent: string): string => {
  if (schema.prefixItems !== undefined)
    return `[${schema.prefixItems.map((item) => schemaText(item, indent)).join(', ')}]`;
  const item = typeof schema.items === 'object' ? schemaText(schema.items, indent) : 'anything';
  const grouped = item.includes(' | ') && !item.startsWith('{') ? `(${item})` : item;
  return `${grouped}[]${range(schema.minItems, schema.maxItems)}`;
};

const objectText = (schema: JsonSchema, indent: string): string => {
  const inner = `${indent}  `;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const mark = schema.required?.includes(name) === true ? '' : '?';
    return `${inner}${name}${mark}: ${schemaText(field, inner)}`;
  });
  if (typeof schema.additionalProperties === 'object')
    fields.push(`${inner}[name]: ${schemaText(schema.additionalProperties, inner)}`);
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n${indent}}`;
};

/**
 * The notation of one schema: `text(1..64)`, `integer(0..65535)`, `0 | 1 | null`, `number[]`, objects with `?` behind
 * optional fields.
 * @param indent what precedes the lines of a nested object
 */
export const schemaText = (schema: JsonSchema, indent = ''): string => {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => schemaText(choice, indent)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'object') return objectText(schema, indent);
  if (schema.type === 'array') return listText(schema, indent);
  if (typeof schema.type === 'string') return scalar(schema.type, schema);
  if (schema.type !== undefined) return schema.type.map((type) => scalar(type, schema)).join(' | ');
  return 'anything';
};
