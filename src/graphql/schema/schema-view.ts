import {
  buildClientSchema,
  type GraphQLSchema,
  type IntrospectionQuery,
  introspectionFromSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/** The parts of an introspection that a view is made of. */
type TypeRef = { readonly name?: string | null; readonly ofType?: TypeRef | null };
type NamedPart = { readonly name: string };
type InputPart = NamedPart & { readonly type: TypeRef };
type FieldPart = InputPart & { readonly args: readonly InputPart[] };
type TypePart = NamedPart & {
  readonly fields?: readonly FieldPart[] | null;
  readonly inputFields?: readonly InputPart[] | null;
  readonly interfaces?: readonly TypeRef[] | null;
  readonly possibleTypes?: readonly TypeRef[] | null;
  readonly enumValues?: readonly NamedPart[] | null;
  readonly kind: string;
};
type Parts = {
  readonly types: readonly TypePart[];
  readonly directives: readonly (NamedPart & { readonly args: readonly InputPart[] })[];
  readonly queryType: NamedPart | null;
  readonly mutationType?: NamedPart | null;
  readonly subscriptionType?: NamedPart | null;
};

/** A type of Apollo Federation that returns the whole schema as text. */
const TELLS_ALL = '_Service';

/**
 * Returns a schema without hidden parts, for validation, introspection and SDL. Dependent parts are removed too: fields
 * and arguments of a hidden type, types that are left empty, and types that nothing refers to any more. Directives on
 * the schema are removed, because they may reveal more. So are fields that return the whole schema as data.
 *
 * @param hidden schema coordinates: `User`, `User.email`, `Query.users(filter:)`, `Role.ADMIN`; unknown ones are
 * ignored.
 * The view is checked to be a valid schema when they are saved
 */
export function schemaView(schema: GraphQLSchema, hidden: readonly string[]): GraphQLSchema {
  const whole = introspectionFromSchema(schema).__schema as unknown as Parts;
  const visible = { __schema: reachableParts(whole, visibleParts(whole, new Set([...hidden, TELLS_ALL]))) };
  return buildClientSchema(visible as unknown as IntrospectionQuery);
}

function visibleParts(whole: Parts, hidden: ReadonlySet<string>): Parts {
  let types = whole.types.filter(({ name }) => !hidden.has(name));
  for (;;) {
    const shows = namesIn(types);
    const left = types.map((type) => visiblePart(type, hidden, shows)).filter(isWhole);
    if (left.length === types.length) return { ...whole, ...rootsAmong(whole, shows), types: left };
    types = left;
  }
}

type Shows = (type: TypeRef | null | undefined) => boolean;

function namesIn(types: readonly TypePart[]): Shows {
  const names = new Set(types.map(({ name }) => name));
  return (type) => names.has(nameOf(type));
}

function visiblePart(type: TypePart, hidden: ReadonlySet<string>, shows: Shows): TypePart {
  const isShown = ({ name }: NamedPart) => !hidden.has(`${type.name}.${name}`);
  const { fields, inputFields, interfaces, possibleTypes, enumValues } = type;
  return {
    ...type,
    fields: fields
      ?.filter((field) => isShown(field) && shows(field.type))
      .map((field) => ({
        ...field,
        args: field.args.filter(
          (arg) => shows(arg.type) && !hidden.has(`${type.name}.${field.name}(${arg.name}:)`),
        ),
      })),
    inputFields: inputFields?.filter((field) => isShown(field) && shows(field.type)),
    interfaces: interfaces?.filter(shows),
    possibleTypes: possibleTypes?.filter(shows),
    enumValues: enumValues?.filter(isShown),
  } as TypePart;
}

/** Is true when a type has the members that its kind requires. */
function isWhole({ kind, fields, inputFields, possibleTypes, enumValues }: TypePart): boolean {
  const needed: Readonly<Record<string, readonly unknown[] | null | undefined>> = {
    OBJECT: fields,
    INTERFACE: fields,
    INPUT_OBJECT: inputFields,
    UNION: possibleTypes,
    ENUM: enumValues,
  };
  return !(kind in needed) || (needed[kind] ?? []).length > 0;
}

function rootsAmong(
  { queryType, mutationType, subscriptionType, directives }: Parts,
  shows: Shows,
): Omit<Parts, 'types'> {
  const ifShown = (root: NamedPart | null | undefined) => (root && shows(root) ? root : null);
  return {
    queryType: ifShown(queryType),
    mutationType: ifShown(mutationType),
    subscriptionType: ifShown(subscriptionType),
    directives: directives.map((each) => ({ ...each, args: each.args.filter(({ type }) => shows(type)) })),
  };
}

/** Removes types that were reachable in the whole schema and no longer are. */
function reachableParts(whole: Parts, visible: Parts): Parts {
  const [before, after] = [reachable(whole), reachable(visible)];
  const types = visible.types.filter(({ name }) => after.has(name) || !before.has(name));
  const shows = namesIn(types);
  return { ...visible, types: types.map((type) => visiblePart(type, new Set(), shows)) };
}

function reachable({ types, directives, ...roots }: Parts): ReadonlySet<string> {
  const byName = new Map(types.map((type) => [type.name, type]));
  const seen = new Set<string>();
  const waiting = [
    ...Object.values(roots).map(nameOf),
    ...directives.flatMap(({ args }) => args.map(({ type }) => nameOf(type))),
    '__Schema',
  ];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const type = byName.get(name);
    if (!type || seen.has(name)) continue;
    seen.add(name);
    waiting.push(...leadsTo(type).map(nameOf));
  }
  return seen;
}

function leadsTo({ fields, inputFields, interfaces, possibleTypes }: TypePart): readonly TypeRef[] {
  return [
    ...(fields ?? []).flatMap(({ type, args }) => [type, ...args.map((arg) => arg.type)]),
    ...(inputFields ?? []).map(({ type }) => type),
    ...(interfaces ?? []),
    ...(possibleTypes ?? []),
  ];
}

function nameOf(type: TypeRef | null | undefined): string {
  let at = type;
  while (at?.ofType) at = at.ofType;
  return at?.name ?? '';
}

/** Yields the schema coordinates of every part that can be hidden. */
export function* coordinatesOf(schema: GraphQLSchema): Generator<string> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    yield type.name;
    if (isEnumType(type)) for (const { name } of type.getValues()) yield `${type.name}.${name}`;
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      yield `${type.name}.${field.name}`;
      if ('args' in field) for (const { name } of field.args) yield `${type.name}.${field.name}(${name}:)`;
    }
  }
}
