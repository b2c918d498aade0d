import { isObject, type JsonObject } from '../../foundation/json.ts';
import { Sampler } from '../contract/sampled-values.ts';
import type { ContractSide } from '../contract/schema-bundle.ts';
import { child, type DocumentNode, items, resolved } from '../document/document-node.ts';
import type { Shape } from './message-shape.ts';

/** Ways to choose between the branches of a schema. */
const ATTEMPTS = 8;
const SCHEMAS_MAX = 100;
const LIST_MAX = 12;

/**
 * Makes a value of a shape that a schema allows.
 *
 * @param isValid whether its own document takes a value
 * @returns undefined where none was found
 */
export function shapeSample(
  schema: DocumentNode,
  shape: Shape,
  { side, isValid }: { readonly side: ContractSide; readonly isValid: (value: unknown) => boolean },
): { readonly value: unknown } | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const value = new ShapeSampler(side, attempt).like([schema], shape, 0);
    if (isValid(value)) return { value };
  }
  return undefined;
}

class ShapeSampler {
  readonly #sampler: Sampler;
  readonly #attempt: number;

  constructor(side: ContractSide, attempt: number) {
    this.#sampler = new Sampler(attempt + 1, side);
    this.#attempt = attempt;
  }

  like(nodes: readonly DocumentNode[], shape: Shape, depth: number): unknown {
    const schemas = this.#allOf(nodes);
    if (typeof shape === 'object') {
      if ('enum' in shape) return shape.enum;
      return 'array' in shape ? this.#list(schemas, shape, depth) : this.#object(schemas, shape, depth);
    }
    switch (shape) {
      case 'null':
        return null;
      case 'true':
      case 'boolean':
        return true;
      case 'false':
        return false;
      case 'any':
        return nodes[0] ? this.#sampler.sample(nodes[0], depth) : null;
      default: {
        const value = this.#sampler.scalar(shape, keywordsFor(schemas, shape));
        const isWhole = shape === 'number' && Number.isInteger(value);
        return isWhole ? Number(value) + (this.#attempt % 2 === 0 ? 0.5 : -0.5) : value;
      }
    }
  }

  /** Lists the schemas of a value. The first attempt takes all branches, each further one of them. */
  #allOf(roots: readonly DocumentNode[]): DocumentNode[] {
    const found = new Map<string, DocumentNode>();
    const open = [...roots];
    for (const node of open) {
      const schema = resolved(node);
      if (!schema || !isObject(schema.value) || found.has(schema.at) || found.size > SCHEMAS_MAX) continue;
      found.set(schema.at, schema);
      open.push(...items(child(schema, 'allOf')));
      for (const name of ['oneOf', 'anyOf']) {
        const branches = items(child(schema, name));
        const chosen = branches[(this.#attempt - 1) % branches.length];
        open.push(...(this.#attempt === 0 || !chosen ? branches : [chosen]));
      }
      open.push(child(schema, 'then'), child(schema, 'else'));
    }
    return [...found.values()];
  }

  #object(
    schemas: readonly DocumentNode[],
    { object, further }: Extract<Shape, { readonly object: unknown }>,
    depth: number,
  ): JsonObject {
    const members = Object.entries(object).map(([name, shape]) => {
      const own = schemas
        .map((schema) => child(child(schema, 'properties'), name))
        .filter(({ value }) => value !== undefined);
      return [name, this.like(own, shape, depth + 1)] as const;
    });
    if (!further) return Object.fromEntries(members);
    const described = schemas
      .map((schema) => child(schema, 'additionalProperties'))
      .find(({ value }) => isObject(value));
    const value = described ? this.#sampler.sample(described, depth + 1) : 'further';
    return Object.fromEntries([...members, ['further', value]]);
  }

  #list(
    schemas: readonly DocumentNode[],
    { array, items: shapes }: Extract<Shape, { readonly array: unknown }>,
    depth: number,
  ): unknown[] {
    const least = Math.max(
      ...schemas.map(({ value }) => (isObject(value) ? Number(value['minItems'] ?? 0) || 0 : 0)),
      shapes.length,
      2,
    );
    const count = { 0: 0, 1: 1, many: Math.min(least, LIST_MAX) }[array];
    return Array.from({ length: count }, (_, at) => {
      const own = schemas.flatMap(
        (schema) => items(child(schema, 'prefixItems'))[at] ?? child(schema, 'items'),
      );
      return this.like(own, shapes[at % Math.max(1, shapes.length)] ?? 'any', depth + 1);
    });
  }
}

/** Joins the keywords of the schemas that allow a type. */
function keywordsFor(schemas: readonly DocumentNode[], type: string): JsonObject {
  const isOf = (given: unknown): boolean =>
    given === undefined ||
    given === type ||
    (given === 'number' && type === 'integer') ||
    (Array.isArray(given) && given.some(isOf));
  const values = schemas.map(({ value }) => value as JsonObject);
  return Object.assign({}, ...values.filter((value) => isOf(value['type'])));
}
