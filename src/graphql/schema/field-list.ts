import { buildSchema, isInterfaceType, isObjectType } from 'graphql';

/** A field or argument by its coordinate. */
export type ListedField = {
  readonly coordinate: string;
  /** The same in the interfaces that its type implements. Documents may select it there. */
  readonly inherited: readonly string[];
};

/** Lists the fields and arguments of a schema by their coordinates: `Customer.email`, `Query.customer(id:)`. */
export function fieldsOfSdl(sdl: string): ListedField[] {
  const schema = buildSchema(sdl, { noLocation: true, assumeValid: true });
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => {
      const interfaces = type.getInterfaces().map(({ name }) => name);
      const listed = (rest: string) => ({
        coordinate: `${type.name}.${rest}`,
        inherited: interfaces.map((name) => `${name}.${rest}`),
      });
      return Object.values(type.getFields()).flatMap(({ name, args }) => [
        listed(name),
        ...args.map((each) => listed(`${name}(${each.name}:)`)),
      ]);
    })
    .sort((a, b) => (a.coordinate < b.coordinate ? -1 : 1));
}
