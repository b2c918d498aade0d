import type { ConvertedOperation, FieldsOf } from './converted-operation.ts';
import type { ArgumentModel, Batch, OperationModel, TypeText } from './model.ts';
import { schemaFacts } from './schema-facts.ts';

const IDS_MAX = 100;

/**
 * Finds the operation that returns many records where a query returns one. Only this rule finds it. It is a query of
 * the same document that
 *
 * - answers with a list of the type that the query answers with,
 * - takes a list in the query, required or not, and requires no other argument,
 * - names that list after the one argument that the query needs, or `id`, in singular or plural (`ids`, `customer_ids`,
 * `id[]`),
 * - and has items of that argument's type in the list.
 *
 * The type has a member named after the argument or `id`, of the argument's type, which tells records apart. Undefined
 * where there is none.
 */
export function batchOf(
  query: OperationModel,
  { made, fieldsOf }: { readonly made: readonly ConvertedOperation[]; readonly fieldsOf: FieldsOf },
): Batch | undefined {
  const [id, another] = query.arguments.filter(isNeeded);
  const field = fieldsOf(query.type)?.filter(({ link }) => !link);
  if (!id || another || !field) return undefined;
  const names = [plain(id.place.name), 'id'];
  const member = names
    .flatMap((name) => field.filter((each) => plain(each.member ?? each.name) === name))
    .find(({ type }) => bare(type) === bare(id.type));
  if (!member) return undefined;
  for (const { rest, model } of made) {
    const ids = model.arguments.find(
      (argument) => isListOf(argument, bare(id.type)) && names.includes(plain(argument.place.name)),
    );
    const others = model.arguments.filter((argument) => argument !== ids && isNeeded(argument));
    if (!ids || others.length > 0 || model.root !== 'Query' || bare(model.type) !== `[${query.type}]`)
      continue;
    const schema = rest.parameters.find(({ place }) => place === ids.place)?.schema;
    const maxItems = Number(schema && schemaFacts(schema).keywords['maxItems']);
    return {
      operation: model.id,
      argument: ids.name,
      id: id.name,
      member: member.member ?? member.name,
      max: maxItems >= 1 ? Math.min(Math.floor(maxItems), IDS_MAX) : IDS_MAX,
    };
  }
  return undefined;
}

const isNeeded = ({ type }: ArgumentModel) => type.endsWith('!');
const bare = (type: TypeText) => type.replace(/!/g, '');
const isListOf = ({ type, place }: ArgumentModel, item: TypeText) =>
  place.in === 'query' && bare(type) === `[${item}]`;

/** Normalizes a name to lower case without marks and plural: `Customer_IDs[]` is `customerid`. */
const plain = (name: string) =>
  name
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase()
    .replace(/s$/, '');
