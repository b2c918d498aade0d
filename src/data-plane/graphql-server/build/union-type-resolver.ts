import { isObject } from '../../../foundation/json.ts';
import type { TypeModel, UnionModel } from '../../../openapi/to-graphql/model.ts';

/**
 * Resolves the type of a record by its discriminator, else by its members.
 *
 * The type with the most of its members counts, and of such the one with the fewest that it lacks.
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
    return { name, known: new Set(members.map(({ member }) => member)), sure };
  });
  return (record: unknown): string | undefined => {
    if (!isObject(record)) return undefined;
    const value = discriminator && String(record[discriminator.member]);
    if (value !== undefined && Object.hasOwn(discriminator?.types ?? {}, value))
      return discriminator?.types[value];
    const own = Object.keys(record);
    const fits = shapes.map(({ name, known, sure }) => ({
      name,
      strange: own.filter((member) => !known.has(member)).length,
      missing: sure.filter((member) => !Object.hasOwn(record, member)).length,
    }));
    return fits.sort((a, b) => a.strange - b.strange || a.missing - b.missing)[0]?.name;
  };
}
