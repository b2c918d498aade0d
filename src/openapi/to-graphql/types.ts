import { isObject } from '../../foundation/json.ts';
import { namesIn } from '../../foundation/json-pointer.ts';
import type { DocumentNode } from '../document/document-node.ts';
import { withoutInputCycles } from './input-cycles.ts';
import type { EnumModel, FieldModel, TypeModel, TypeText, UnionModel } from './model.ts';
import { freeName, graphqlName, pascalCase, typeName } from './naming.ts';
import { isBig, textFormats } from './scalars.ts';
import { referencedNode, type SchemaFacts, schemaFacts } from './schema-facts.ts';

/** The direction of a value: from the back-end or to it. */
export type SchemaUse = 'OUTPUT' | 'INPUT';

/** The types of one document. Each schema becomes one type, however often it is referred to. */
export type Types = {
  /**
   * Returns the type of a schema, and makes it if needed. The type has no final `!`.
   *
   * @param wished the name, unless the document has one for it
   */
  typeOf(schema: DocumentNode, direction: SchemaUse, wished: string): TypeText;
  /** Returns the fields of an object type that has been made. Undefined when it is none. */
  fieldsOf(type: string): readonly FieldModel[] | undefined;
  addField(type: string, field: FieldModel): void;
  made(): TypeModel[];
  /** Lists deviations from the document, with their places. */
  notes(): string[];
};

const SCALARS = new Map([
  ['number', 'Float'],
  ['boolean', 'Boolean'],
  // OpenAPI 2.0.
  ['file', 'Byte'],
]);

/** Limits the nesting of lists and unions. Deeper ones are any value. */
const NESTING_MAX = 100;

export function createTypes(): Types {
  const models = new Map<string, TypeModel>();
  /** Types by direction and place. */
  const texts = new Map<string, TypeText>();
  /** The schemas that are becoming types at present: lists and unions of each other. */
  const open = new Set<string>();
  /** Objects that still get their fields. They refer to each other in chains that are too long to recurse. */
  const waiting: (() => void)[] = [];
  const notes = new Set<string>();

  function typeOf(schema: DocumentNode, direction: SchemaUse, wished: string): TypeText {
    const node = referencedNode(schema) ?? schema;
    const key = `${direction} ${node.at}`;
    const known = texts.get(key);
    if (known !== undefined) return known;
    // A list of nothing but itself, or lists without end.
    if (open.has(key) || open.size > NESTING_MAX) return 'JSON';
    open.add(key);
    const type = newType(schema, { node, direction, wished });
    open.delete(key);
    texts.set(key, type);
    return type;
  }

  type NewTypeInput = {
    readonly node: DocumentNode;
    readonly direction: SchemaUse;
    readonly wished: string;
  };

  function newType(schema: DocumentNode, { node, direction, wished }: NewTypeInput): TypeText {
    const facts = schemaFacts(schema);
    const nameHere = node === schema ? wished : lastName(node.at);
    if (isUnion(facts)) return branched(facts, { node, direction, wished: nameHere });
    switch (facts.type) {
      case 'object':
        return objectOf(facts, { node, direction, wished: nameHere });
      case 'array':
        return facts.items ? `[${typeOf(facts.items, direction, `${wished}Item`)}]` : '[JSON]';
      case 'string':
        return enumOf(facts, { node, direction, wished: nameHere }) ?? textType(facts);
      case 'integer':
        return isBig(facts.keywords) ? 'BigInt' : 'Int';
      default:
        return scalarOf(facts.type, node);
    }
  }

  function scalarOf(type: string | undefined, { at }: DocumentNode): TypeText {
    const scalar = SCALARS.get(type ?? '');
    if (type !== undefined && !scalar)
      notes.add(`${at}: there is no type ${JSON.stringify(type.slice(0, 80))}; this is any value.`);
    return scalar ?? 'JSON';
  }

  const claim = ({ wished }: NewTypeInput): string =>
    freeName(typeName(wished), (taken) => models.has(taken));

  /** Converts an object. One without listed members is JSON, because GraphQL has no type for it. */
  function objectOf(facts: SchemaFacts, { node, direction, wished }: NewTypeInput): TypeText {
    const hidden = direction === 'INPUT' ? 'readOnly' : 'writeOnly';
    const shown = [...facts.members].filter(([, member]) => schemaFacts(member).keywords[hidden] !== true);
    if (shown.length === 0) return 'JSON';
    const isInput = direction === 'INPUT';
    const name = claim({ node, direction, wished: isInput ? `${graphqlName(wished)}Input` : wished });
    const model = { kind: isInput ? 'INPUT' : 'OBJECT', name, ...describedBy(facts) } as const;
    models.set(name, { ...model, fields: [] });
    waiting.push(() => {
      const taken = new Set<string>();
      const fields = shown.map(([member, schema]): FieldModel => {
        const fieldName = freeName(graphqlName(member), (each) => taken.has(each));
        taken.add(fieldName);
        const said = schemaFacts(schema);
        const isSure =
          facts.required.has(member) && !said.isNullable && !(isInput && 'default' in said.keywords);
        return {
          name: fieldName,
          type: `${typeOf(schema, direction, `${wished}${pascalCase(member)}`)}${isSure ? '!' : ''}`,
          ...describedBy(said),
          ...(fieldName !== member && { member }),
          ...(said.keywords['deprecated'] === true &&
            !(isInput && isSure) && { isDeprecated: true as const }),
        };
      });
      models.set(name, { ...model, fields });
    });
    return name;
  }

  /** Converts a union. GraphQL has unions of objects in answers only. */
  function branched(facts: SchemaFacts, wish: NewTypeInput): TypeText {
    const leaves = unionMembersOf(facts, wish.wished);
    const types = leaves.map(({ schema, wished }) => typeOf(schema, wish.direction, wished));
    const distinct = [...new Set(types)];
    if (distinct.length === 1 && distinct[0]) return distinct[0];
    if (distinct.length === 0 || !distinct.every((type) => models.get(type)?.kind === 'OBJECT'))
      return 'JSON';
    const name = claim(wish);
    const discriminator = discriminatorOf(
      facts,
      leaves.map(({ schema }) => schema),
      types,
    );
    models.set(name, {
      kind: 'UNION',
      name,
      ...describedBy(facts),
      types: distinct,
      ...(discriminator && { discriminator }),
    });
    return name;
  }

  function enumOf(facts: SchemaFacts, wish: NewTypeInput): TypeText | undefined {
    const values = enumValues(facts.keywords['enum']);
    if (!values) return undefined;
    // The same type serves requests and answers here.
    const other = wish.direction === 'INPUT' ? 'OUTPUT' : 'INPUT';
    const name = texts.get(`${other} ${wish.node.at}`) ?? claim(wish);
    models.set(name, { kind: 'ENUM', name, ...describedBy(facts), values });
    return name;
  }

  return {
    typeOf(schema, direction, wished) {
      const type = typeOf(schema, direction, wished);
      for (let work = waiting.shift(); work; work = waiting.shift()) work();
      return type;
    },
    fieldsOf(type) {
      const model = models.get(type);
      return model?.kind === 'OBJECT' ? model.fields : undefined;
    },
    addField(type, field) {
      const model = models.get(type);
      if (model?.kind === 'OBJECT') models.set(type, { ...model, fields: [...model.fields, field] });
    },
    made: () => withoutInputCycles([...models.values()]),
    notes: () => [...notes],
  };
}

const isUnion = ({ branches, members }: SchemaFacts) => branches.length > 0 && members.size === 0;

type UnionMember = { readonly schema: DocumentNode; readonly wished: string };

/** Lists the members of a union. Unions may hold unions, or themselves. */
function unionMembersOf(union: SchemaFacts, wished: string): UnionMember[] {
  const branchesOf = ({ branches }: SchemaFacts, name: string): UnionMember[] =>
    branches.length === 1
      ? branches.map((schema) => ({ schema, wished: name }))
      : branches.map((schema, index) => ({ schema, wished: `${name}${index + 1}` }));
  const leaves: UnionMember[] = [];
  const seen = new Set<string>();
  const waiting = branchesOf(union, wished).reverse();
  for (let leaf = waiting.pop(); leaf; leaf = waiting.pop()) {
    const node = referencedNode(leaf.schema);
    const at = (node ?? leaf.schema).at;
    if (seen.has(at)) continue;
    seen.add(at);
    const facts = schemaFacts(leaf.schema);
    if (isUnion(facts)) waiting.push(...branchesOf(facts, node ? lastName(at) : leaf.wished).reverse());
    else leaves.push(leaf);
  }
  return leaves;
}

const lastName = (at: string) => namesIn(at)?.at(-1) ?? at;

function describedBy({ keywords: { description, title } }: SchemaFacts): { description: string | null } {
  return { description: textOr(description, textOr(title, null)) };
}

const textOr = (value: unknown, other: string | null) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : other;

const textType = ({ keywords }: SchemaFacts) => textFormats.get(keywords['format']) ?? 'String';

/** Converts an enum. Undefined for values that are not texts, or whose names collide: it is then an ordinary text. */
function enumValues(values: unknown): EnumModel['values'] | undefined {
  if (!Array.isArray(values)) return undefined;
  const texts = [...new Set(values)].filter((value) => value !== null);
  if (texts.length === 0 || !texts.every((value) => typeof value === 'string' && value !== ''))
    return undefined;
  const named = texts.map((value: string) => ({ name: enumName(value), value }));
  return new Set(named.map(({ name }) => name)).size === named.length ? named : undefined;
}

function enumName(value: string): string {
  const name = graphqlName(value);
  return /^(true|false|null)$/.test(name) ? name.toUpperCase() : name;
}

function discriminatorOf(
  { keywords: { discriminator } }: SchemaFacts,
  branches: readonly DocumentNode[],
  types: readonly TypeText[],
): UnionModel['discriminator'] {
  const member = isObject(discriminator) ? discriminator['propertyName'] : undefined;
  if (typeof member !== 'string' || !isObject(discriminator)) return undefined;
  const mapping = isObject(discriminator['mapping']) ? discriminator['mapping'] : {};
  const byReference = new Map(
    branches.flatMap((branch, index) => {
      const at = referencedNode(branch)?.at;
      const type = types[index];
      return at && type ? [[at, type] as const] : [];
    }),
  );
  const byName = [...byReference].map(([at, type]) => [lastName(at), type] as const);
  const mapped = Object.entries(mapping).flatMap(([value, reference]) => {
    const type = byReference.get(String(reference)) ?? new Map(byName).get(String(reference));
    return type ? [[value, type] as const] : [];
  });
  return { member, types: Object.fromEntries([...byName, ...mapped]) };
}
