import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  validateSchema,
} from 'graphql';
import { coordinatesOf, schemaView } from './schema-view.ts';

/**
 * Says why parts of a schema cannot be hidden. Without them no document could run, or the schema would be invalid.
 * Undefined when they can.
 *
 * @param hidden schema coordinates
 */
export function hiddenFault(schema: GraphQLSchema, hidden: readonly string[]): string | undefined {
  const view = schemaView(schema, hidden);
  if (!view.getQueryType()) return 'nothing would be left to query';
  const visible = new Set(coordinatesOf(view));
  for (const [at, input] of inputsOf(schema)) {
    const parent = at.endsWith(':)') ? at.slice(0, at.indexOf('(')) : at.slice(0, at.indexOf('.'));
    if (visible.has(at) || !visible.has(parent)) continue;
    const isRequired = at.endsWith(':)')
      ? isRequiredArgument(input as GraphQLArgument)
      : isRequiredInputField(input);
    if (isRequired) return `${at} is required: hide ${parent} as well`;
  }
  const shownInputs = new Map(inputsOf(view));
  for (const [at, { defaultValue }] of inputsOf(schema))
    if (defaultValue !== undefined && shownInputs.get(at)?.defaultValue === undefined && shownInputs.has(at))
      return `the default of ${at} needs it: hide ${at} as well`;
  return validateSchema(view)[0]?.message.replace(/\.$/, '');
}

/** Yields the arguments and input fields of a schema by coordinate. */
function* inputsOf(schema: GraphQLSchema): Generator<[string, GraphQLArgument | GraphQLInputField]> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) yield [`${type.name}.${field.name}`, field];
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields()))
      for (const arg of field.args) yield [`${type.name}.${field.name}(${arg.name}:)`, arg];
  }
}
