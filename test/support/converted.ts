import { printSchema, validateSchema } from 'graphql';
import { builtSchema } from '../../src/data-plane/graphql-server/build/built-server.ts';
import { checkRestDocument } from '../../src/openapi/to-graphql/check-rest-document.ts';
import { convert } from '../../src/openapi/to-graphql/convert.ts';
import type { OperationModel, ServerModel, UnionModel } from '../../src/openapi/to-graphql/model.ts';
import { unite } from '../../src/openapi/to-graphql/unite.ts';

export type Converted = Pick<ServerModel, 'report'> & {
  /** SDL without descriptions and deprecations. */
  readonly sdl: string;
  /** Errors of the schema by graphql-js. */
  readonly faults: readonly string[];
  operation(field: string): OperationModel;
  union(name: string): UnionModel;
};

/** Converts documents to a server with the sources a, b and so on. */
export function converted(...documents: readonly unknown[]): Converted {
  const parts = documents.map((openapi, index) => {
    const { document } = checkRestDocument(openapi, []);
    const name = String.fromCharCode('a'.charCodeAt(0) + index);
    return { name, part: convert({ name, document, rename: {} }) };
  });
  const model = unite(parts);
  const sources = parts.map(({ name }) => ({ name, url: 'http://back-end.test' }));
  const schema = builtSchema({ sources, model });
  return {
    report: model.report,
    sdl: printSchema(schema)
      .replace(/ *"""[^"]*"""\n/g, '')
      .replace(/ @deprecated\([^)]*\)/g, ''),
    faults: validateSchema(schema).map(({ message }) => message),
    operation: (field) => found(model.operations.find((each) => each.field === field)),
    union: (name) =>
      found(model.types.find((each): each is UnionModel => each.kind === 'UNION' && each.name === name)),
  };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is no such thing in the model of the server.');
  return value;
}
