import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../foundation/json.ts';
import { namesIn, pointer } from '../../foundation/json-pointer.ts';
import { child, type DocumentNode, resolved } from '../document/document-node.ts';
import type { ConvertedOperation, FieldsOf } from './converted-operation.ts';
import { batchOf } from './list-by-ids.ts';
import type { FieldModel, OperationModel } from './model.ts';
import { freeName, graphqlName } from './naming.ts';

/**
 * Converts the links of an answer to fields. Each field calls another query with values of its record. (OpenAPI 3.1,
 * "Link Object")
 *
 * @param known the fields that the record's type has already
 */
export function linkFields(
  { rest }: ConvertedOperation,
  {
    made,
    known,
    fieldsOf,
  }: { made: readonly ConvertedOperation[]; known: readonly FieldModel[]; fieldsOf: FieldsOf },
): { fields: FieldModel[]; notes: string[] } {
  const links = rest.answer && child(rest.answer.node, 'links');
  const fields: FieldModel[] = [];
  const notes: string[] = [];
  for (const name of Object.keys(isObject(links?.value) ? links.value : {})) {
    const link = links && resolved(child(links, name));
    const target = link && targetOf(link, made);
    if (!link || !target) {
      notes.push(`${link?.at ?? rest.node.at}: the link ${name} leads to no query of this document.`);
      continue;
    }
    const { values, description } = linkArguments(link, target);
    const missing = target.arguments.find(
      ({ type, name: each }) => type.endsWith('!') && !Object.hasOwn(values, each),
    );
    if (missing) {
      notes.push(`${link.at}: the link ${name} does not say ${missing.name}, which ${target.field} needs.`);
      continue;
    }
    const batch = Object.keys(values).length === 1 ? batchOf(target, { made, fieldsOf }) : undefined;
    if (batch)
      notes.push(
        `${link.at}: the link ${name} asks ${batch.operation} for up to ${batch.max} records at once, by ${batch.argument}.`,
      );
    const asks = { operation: target.id, values, ...(batch && { batch }) };
    const wished = graphqlName(name);
    // Operations that answer with the same type usually have the same links.
    if (known.some((each) => each.name === wished && isDeepStrictEqual(each.link, asks))) continue;
    fields.push({
      name: freeName(wished, (name) => [...known, ...fields].some((each) => each.name === name)),
      type: target.type,
      description: description ?? target.description,
      link: asks,
    });
  }
  return { fields, notes };
}

function targetOf({ value }: DocumentNode, made: readonly ConvertedOperation[]): OperationModel | undefined {
  if (!isObject(value)) return undefined;
  const { operationId, operationRef } = value;
  const names = typeof operationRef === 'string' ? namesIn(operationRef) : undefined;
  const at = names && pointer(names);
  return made.find(
    ({ rest, model }) => model.root === 'Query' && (at ? rest.node.at === at : rest.id === operationId),
  )?.model;
}

function linkArguments({ value }: DocumentNode, target: OperationModel) {
  const { parameters, description } = isObject(value) ? value : {};
  const values = Object.entries(isObject(parameters) ? parameters : {}).flatMap(([name, value]) => {
    // `path.id` tells parameters of one name apart.
    const [, where, bare] = /^(?:(path|query|header|cookie)\.)?(.*)$/s.exec(name) ?? [];
    const argument = target.arguments.find(
      ({ place }) => place.name === bare && (where === undefined || place.in === where),
    );
    return argument ? [[argument.name, value] as const] : [];
  });
  return {
    values: Object.fromEntries(values),
    description: typeof description === 'string' ? description : undefined,
  };
}
