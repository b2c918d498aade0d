import { isObject } from '../../../foundation/json.ts';
import type { TypeModel, UnionModel } from '../../../openapi/to-graphql/model.ts';

/**
 * Resolves the type of a record by its discriminator, else by its members.
 *
 * The type counts of whose members it has the most, and of such the one with the fewest that it lacks.
 */
export function typeResolver({ types, discriminator }: UnionModel, models: ReadonlyMap<string, TypeModel>) {
  const membersOf = (name: string) => {
    const model = models.get(name);
    const fields = model?.kind === 'OBJECT' ? model.fields.filter(({ link }) => !link) : [];
    return fields.map(({ name: field, member = field, type }) => ({ member, isSure: type.endsWith('!') }));
  };
  const shapes = types.map((name) => {
    const members = membersOf(name);
    const sure = members.filter(({ isSure }) => isSure).map(({ member }) => member);
    return { name, known: members.map(({ member }) => member), sure };
  });
  return (record: unknown): string | undefined => {
    if (!isObject(record)) return undefined;
    const named = discriminator && record[discriminator.member];
    // An object may not be convertible to a text.
    const value = typeof named === 'object' ? undefined : String(named);
    if (value !== undefined && Object.hasOwn(discriminator?.types ?? {}, value))
      return discriminator?.types[value];
    const isThere = (member: string) => Object.hasOwn(record, member);
    // It looks for known members only: the record may have any number of others.
    const fits = shapes.map(({ name, known, sure }) => ({
      name,
      there: known.filter(isThere).length,
      missing: sure.length - sure.filter(isThere).length,
    }));
    return fits.sort((a, b) => b.there - a.there || a.missing - b.missing)[0]?.name;
  };
}
