import type { DocumentNode } from '../document/document-node.ts';
import { withoutInputCycles } from './input-cycles.ts';
import type { EnumModel, FieldModel, TypeModel, TypeText } from './model.ts';
import { freeName, graphqlName, pascalCase, typeName } from './naming.ts';
import { isBig, textFormats } from './scalars.ts';
import { referencedNode, type SchemaFacts, schemaFacts } from './schema-facts.ts';
import { discriminatorOf, isUnion, lastName, unionMembersOf } from './unions.ts';

/** The direction of a value: from the back-end or to it. */
type SchemaUse = 'OUTPUT' | 'INPUT';

const SCALARS = new Map([
  ['number', 'Float'],
  ['boolean', 'Boolean'],
  // OpenAPI 2.0.
  ['file', 'Byte'],
]);

/** Limits the nesting of lists and unions. Deeper ones are any value. */
const NESTING_MAX = 100;

/** The node of a schema, and the name that its type should have. */
type WishedType = {
  readonly node: DocumentNode;
  readonly direction: SchemaUse;
  readonly wished: string;
};

/** An object that still gets its fields. */
type UnfilledObject = {
  readonly model: Pick<TypeModel, 'name' | 'description'> & { readonly kind: 'INPUT' | 'OBJECT' };
  readonly facts: SchemaFacts;
  readonly members: readonly (readonly [name: string, schema: DocumentNode])[];
  readonly wish: WishedType;
};

/** The types of one document. Each schema becomes one type, however often it is referred to. */
export class Types {
  readonly #models = new Map<string, TypeModel>();
  /** Types by direction and place. */
  readonly #texts = new Map<string, TypeText>();
  /** The schemas that are becoming types at present: lists and unions of each other. */
  readonly #open = new Set<string>();
  /** Objects that still get their fields. They refer to each other in chains that are too long to recurse. */
  readonly #unfilled: UnfilledObject[] = [];
  readonly #notes = new Set<string>();

  /**
   * Returns the type of a schema, and makes it if needed. The type has no final `!`.
   *
   * @param wished the name, unless the document has one for it
   */
  typeOf(schema: DocumentNode, direction: SchemaUse, wished: string): TypeText {
    const type = this.#typeOf(schema, direction, wished);
    for (let next = this.#unfilled.shift(); next; next = this.#unfilled.shift()) this.#fill(next);
    return type;
  }

  /** Returns the fields of an object type that has been made. Undefined when it is none. */
  fieldsOf(type: string): readonly FieldModel[] | undefined {
    const model = this.#models.get(type);
    return model?.kind === 'OBJECT' ? model.fields : undefined;
  }

  addField(type: string, field: FieldModel): void {
    const model = this.#models.get(type);
    if (model?.kind === 'OBJECT') this.#models.set(type, { ...model, fields: [...model.fields, field] });
  }

  made(): TypeModel[] {
    return withoutInputCycles([...this.#models.values()]);
  }

  /** Lists deviations from the document, with their places. */
  notes(): string[] {
    return [...this.#notes];
  }

  #typeOf(schema: DocumentNode, direction: SchemaUse, wished: string): TypeText {
    const node = referencedNode(schema) ?? schema;
    const key = `${direction} ${node.at}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    // A list of nothing but itself, or lists without end.
    if (this.#open.has(key) || this.#open.size > NESTING_MAX) return 'JSON';
    this.#open.add(key);
    const type = this.#newType(schema, { node, direction, wished });
    this.#open.delete(key);
    this.#texts.set(key, type);
    return type;
  }

  #newType(schema: DocumentNode, { node, direction, wished }: WishedType): TypeText {
    const facts = schemaFacts(schema);
    const wish = { node, direction, wished: node === schema ? wished : lastName(node.at) };
    if (isUnion(facts)) return this.#unionOf(facts, wish);
    switch (facts.type) {
      case 'object':
        return this.#objectOf(facts, wish);
      case 'array':
        return facts.items ? `[${this.#typeOf(facts.items, direction, `${wished}Item`)}]` : '[JSON]';
      case 'string':
        return this.#enumOf(facts, wish) ?? textType(facts);
      case 'integer':
        return isBig(facts.keywords) ? 'BigInt' : 'Int';
      default:
        return this.#scalarOf(facts.type, node);
    }
  }

  #scalarOf(type: string | undefined, { at }: DocumentNode): TypeText {
    const scalar = SCALARS.get(type ?? '');
    if (type !== undefined && !scalar)
      this.#notes.add(`${at}: there is no type ${JSON.stringify(type.slice(0, 80))}; this is any value.`);
    return scalar ?? 'JSON';
  }

  /** Converts an object. One without listed members is JSON, because GraphQL has no type for it. */
  #objectOf(facts: SchemaFacts, wish: WishedType): TypeText {
    const isInput = wish.direction === 'INPUT';
    const hidden = isInput ? 'readOnly' : 'writeOnly';
    const members = [...facts.members].filter(([, member]) => schemaFacts(member).keywords[hidden] !== true);
    if (members.length === 0) return 'JSON';
    const name = this.#claim(isInput ? `${graphqlName(wish.wished)}Input` : wish.wished);
    const model = { kind: isInput ? 'INPUT' : 'OBJECT', name, ...describedBy(facts) } as const;
    this.#models.set(name, { ...model, fields: [] });
    this.#unfilled.push({ model, facts, members, wish });
    return name;
  }

  #fill({ model, facts, members, wish }: UnfilledObject): void {
    const isInput = model.kind === 'INPUT';
    const usedNames = new Set<string>();
    const fields = members.map(([member, schema]): FieldModel => {
      const name = freeName(graphqlName(member), (each) => usedNames.has(each));
      usedNames.add(name);
      const memberFacts = schemaFacts(schema);
      const isSure =
        facts.required.has(member) &&
        !memberFacts.isNullable &&
        !(isInput && 'default' in memberFacts.keywords);
      const type = this.#typeOf(schema, wish.direction, `${wish.wished}${pascalCase(member)}`);
      return {
        name,
        type: `${type}${isSure ? '!' : ''}`,
        ...describedBy(memberFacts),
        ...(name !== member && { member }),
        ...(memberFacts.keywords['deprecated'] === true &&
          !(isInput && isSure) && { isDeprecated: true as const }),
      };
    });
    this.#models.set(model.name, { ...model, fields });
  }

  /** Converts a union. GraphQL has unions of objects in answers only. */
  #unionOf(facts: SchemaFacts, wish: WishedType): TypeText {
    const leaves = unionMembersOf(facts, wish.wished);
    const types = leaves.map(({ schema, wished }) => this.#typeOf(schema, wish.direction, wished));
    const distinct = [...new Set(types)];
    if (distinct.length === 1 && distinct[0]) return distinct[0];
    if (distinct.length === 0 || !distinct.every((type) => this.#models.get(type)?.kind === 'OBJECT'))
      return 'JSON';
    const name = this.#claim(wish.wished);
    const discriminator = discriminatorOf(
      facts,
      leaves.map(({ schema }) => schema),
      types,
    );
    this.#models.set(name, {
      kind: 'UNION',
      name,
      ...describedBy(facts),
      types: distinct,
      ...(discriminator && { discriminator }),
    });
    return name;
  }

  #enumOf(facts: SchemaFacts, { node, direction, wished }: WishedType): TypeText | undefined {
    const values = enumValues(facts.keywords['enum']);
    if (!values) return undefined;
    // The same type serves requests and answers here.
    const other = direction === 'INPUT' ? 'OUTPUT' : 'INPUT';
    const name = this.#texts.get(`${other} ${node.at}`) ?? this.#claim(wished);
    this.#models.set(name, { kind: 'ENUM', name, ...describedBy(facts), values });
    return name;
  }

  #claim(wished: string): string {
    return freeName(typeName(wished), (name) => this.#models.has(name));
  }
}

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
