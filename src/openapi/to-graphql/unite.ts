import { isDeepStrictEqual } from 'node:util';
import type { FieldModel, OperationModel, ServerModel, TypeModel, TypeText } from './model.ts';
import { freeName, graphqlName, pascalCase } from './naming.ts';

/** One source's part of a server, under the name of the source. */
type SourcePart = { readonly name: string; readonly part: ServerModel };

/**
 * Combines the parts of several sources into one server. Object types of one name are merged where their shared fields
 * are alike; fields of only one of them become nullable. Types that cannot be merged keep their name in the first
 * source. The others get the name of their source in front: `Accounts_Address`. Root fields are treated alike.
 */
export function unite(parts: readonly SourcePart[]): ServerModel {
  const types = new Map<string, TypeModel>();
  const usedNames = { Query: new Set<string>(), Mutation: new Set<string>() };
  const operations: OperationModel[] = [];
  const reports: ServerModel['report'][] = [];
  for (const { name: source, part } of parts) {
    const apart = conflicts(part.types, types);
    const notes: string[] = [];
    const names = new Map<string, string>();
    const typeNames = new Set([...types.keys(), ...part.types.map(({ name }) => name)]);
    for (const name of apart) {
      const other = freeName(`${pascalCase(source)}_${name}`, (each) => typeNames.has(each));
      typeNames.add(other);
      names.set(name, other);
      notes.push(
        `${source}: the type ${name} is another than that of an earlier source, and is called ${other}.`,
      );
    }
    for (const type of part.types.map((each) => withNames(each, names))) {
      const known = types.get(type.name);
      if (known && !isDeepStrictEqual(known, type))
        notes.push(`${source}: the type ${type.name} is one with that of an earlier source.`);
      types.set(type.name, known ? united(known, type) : type);
    }
    const fields = new Map<string, string>();
    for (const { root, field, ...operation } of part.operations) {
      const name = freeName(field, (each) => usedNames[root].has(each));
      const free =
        name === field
          ? field
          : freeName(`${graphqlName(source)}_${field}`, (each) => usedNames[root].has(each));
      usedNames[root].add(free);
      fields.set(`${root}.${field}`, `${root}.${free}`);
      if (free !== field) notes.push(`${source}: ${root}.${field} is another's, and is called ${free}.`);
      operations.push({ ...operation, root, field: free, ...typesOf(operation, names) });
    }
    reports.push({
      operations: part.report.operations.map((each) => ({
        ...each,
        field: fields.get(each.field ?? '') ?? null,
      })),
      notes: [...part.report.notes, ...notes],
    });
  }
  return {
    types: [...types.values()],
    operations,
    report: {
      operations: reports.flatMap((report) => report.operations),
      notes: reports.flatMap((report) => report.notes),
    },
  };
}

/** Finds types that cannot be merged with known ones. Types that refer to them cannot be merged either. */
function conflicts(types: readonly TypeModel[], known: ReadonlyMap<string, TypeModel>): Set<string> {
  const apart = new Set<string>();
  const referrers = new Map<string, string[]>();
  for (const type of types) {
    const other = known.get(type.name);
    if (!other) continue;
    if (!isAlike(other, type)) apart.add(type.name);
    for (const name of referred(type)) {
      const list = referrers.get(name);
      if (list) list.push(type.name);
      else referrers.set(name, [type.name]);
    }
  }
  // Entries that are added during the loop are visited too.
  for (const name of apart) for (const referrer of referrers.get(name) ?? []) apart.add(referrer);
  return apart;
}

function isAlike(known: TypeModel, type: TypeModel): boolean {
  if (known.kind !== 'OBJECT' || type.kind !== 'OBJECT') return isDeepStrictEqual(bare(known), bare(type));
  // A link calls an operation of its own source.
  if ([...known.fields, ...type.fields].some(({ link }) => link)) return false;
  return type.fields.every((field) => {
    const other = known.fields.find(({ name }) => name === field.name);
    return !other || (nullable(other.type) === nullable(field.type) && other.member === field.member);
  });
}

/** Removes descriptions, which may differ. */
function bare(type: TypeModel): unknown {
  const { description: _, ...rest } = type;
  if (!('fields' in rest)) return rest;
  return { ...rest, fields: rest.fields.map(({ description: _text, ...field }) => field) };
}

function united(known: TypeModel, type: TypeModel): TypeModel {
  if (known.kind !== 'OBJECT' || type.kind !== 'OBJECT') return known;
  const shared = known.fields.map((field) => {
    const other = type.fields.find(({ name }) => name === field.name);
    return other?.type === field.type ? field : { ...field, type: nullable(field.type) };
  });
  const own = type.fields.filter(({ name }) => !known.fields.some((field) => field.name === name));
  return {
    ...known,
    description: known.description ?? type.description,
    fields: [...shared, ...own.map((field) => ({ ...field, type: nullable(field.type) }))],
  };
}

const nullable = (type: TypeText) => type.replace(/!$/, '');
const bareName = (type: TypeText) => type.replace(/[[\]!]/g, '');

function referred(type: TypeModel): readonly string[] {
  if (type.kind === 'UNION') return type.types;
  return type.kind === 'ENUM' ? [] : type.fields.map((field) => bareName(field.type));
}

type Names = ReadonlyMap<string, string>;

const named = (type: TypeText, names: Names): TypeText =>
  type.replace(/\w+/, (name) => names.get(name) ?? name);

function withNames(type: TypeModel, names: Names): TypeModel {
  const name = names.get(type.name) ?? type.name;
  if (type.kind === 'ENUM') return { ...type, name };
  if (type.kind !== 'UNION')
    return { ...type, name, fields: type.fields.map((field) => fieldWith(field, names)) };
  const { types, discriminator } = type;
  const byValue =
    discriminator && Object.entries(discriminator.types).map(([value, each]) => [value, named(each, names)]);
  return {
    ...type,
    name,
    types: types.map((each) => named(each, names)),
    ...(discriminator && { discriminator: { ...discriminator, types: Object.fromEntries(byValue ?? []) } }),
  };
}

const fieldWith = (field: FieldModel, names: Names): FieldModel => ({
  ...field,
  type: named(field.type, names),
});

function typesOf(operation: Pick<OperationModel, 'type' | 'arguments'>, names: Names) {
  return {
    type: named(operation.type, names),
    arguments: operation.arguments.map((each) => ({ ...each, type: named(each.type, names) })),
  };
}
