import { describe, expect, it } from 'vitest';
import { ContractChecks } from '../../../src/openapi/contract/contract-checks.ts';
import { type ContractCodeInput, contractCode } from '../../../src/openapi/contract/contract-code.ts';

type Operation = { readonly schema: object; readonly openapi?: string; readonly schemas?: object };

/** The check of the body of a request, or of an answer. */
function checkOf(
  { schema, openapi = '3.1.0', schemas = {} }: Operation,
  side: ContractCodeInput['side'] = 'REQUEST',
) {
  const content = { 'application/json': { schema } };
  const operation = { requestBody: { content }, responses: { 200: { content } } };
  const document = JSON.stringify({ openapi, paths: { '/x': { post: operation } }, components: { schemas } });
  const code = contractCode({ document, operation: 'POST /x', side });
  const check = (code?.body ?? code?.answers[0])?.content[0]?.check;
  if (!code || check == null) throw new Error('It cannot be compiled.');
  const checks = new ContractChecks(code);
  return (value: unknown) => {
    checks.begin();
    return checks.faultOf(check, value);
  };
}

describe('the checks of a contract', () => {
  it.each([
    `a"];globalThis.isBroken=1;//`,
    '`$\u007bglobalThis.isBroken=1}`',
    '*/globalThis.isBroken=1/*',
    '\u2028globalThis.isBroken=1',
    "\\'\n",
    'function validate0(data, {instancePath="", rootData=data, dynamicAnchors={}}={}){',
    'constructor',
    'toString',
    '~/%',
  ])('take a name of a document for a name, whatever it says: %j', (name) => {
    const schema = {
      type: 'object',
      required: [name],
      properties: { [name]: { enum: [name, 7] } },
      patternProperties: { [`^${name.replace(/[^\w ]/g, '.')}x$`]: { const: name } },
      additionalProperties: false,
    };
    const fault = checkOf({ schema });
    const place = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    expect(fault({ [name]: 7 })).toBeUndefined();
    expect(fault({ [name]: name })).toBeUndefined();
    expect(fault({ [name]: 8 })).toEqual({ pointer: place, keyword: 'enum' });
    expect(fault({})).toEqual({ pointer: place, keyword: 'required' });
    expect(fault({ [name]: 7, more: 1 })).toEqual({ pointer: '', keyword: 'additionalProperties' });
    expect(globalThis).not.toHaveProperty('isBroken');
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'see a member %s of a caller, and none that objects inherit',
    (name) => {
      const properties = { id: { type: 'integer' } };
      const plain = checkOf({ schema: { type: 'object', properties, additionalProperties: false } });
      const counted = checkOf({ schema: { type: 'object', maxProperties: 0 } });
      const typed = checkOf({ schema: { type: 'object', additionalProperties: { type: 'integer' } } });
      const value: unknown = JSON.parse(`{ "${name}": "x" }`);
      expect(plain(value)).toEqual({ pointer: '', keyword: 'additionalProperties' });
      expect(counted(value)).toEqual({ pointer: '', keyword: 'maxProperties' });
      expect(typed(value)).toEqual({ pointer: '/*', keyword: 'type' });
      expect([plain({}), counted({}), typed({}), plain({ id: 1 })]).toEqual(Array(4).fill(undefined));
    },
  );

  it('read OpenAPI 3.0 as it is meant: null where it may be, and bounds that are left out', () => {
    const schema = {
      type: 'object',
      properties: {
        size: { type: 'integer', minimum: 1, exclusiveMinimum: true, nullable: true },
        kind: { type: 'string', enum: ['a'], nullable: true },
        owner: { allOf: [{ $ref: '#/components/schemas/Owner' }], nullable: true },
        rest: { $ref: '#/components/schemas/Owner', nullable: true },
      },
    };
    const fault = checkOf({ schema, openapi: '3.0.3', schemas: { Owner: { type: 'object' } } });
    expect(fault({ size: null, kind: null, owner: null, rest: {} })).toBeUndefined();
    expect(fault({ size: 1 })).toEqual({ pointer: '/size', keyword: 'exclusiveMinimum' });
    expect(fault({ kind: 'b' })).toEqual({ pointer: '/kind', keyword: 'enum' });
    expect(fault({ rest: null })).toEqual({ pointer: '/rest', keyword: 'type' });
  });

  it('leave out of each side what only the other has', () => {
    const schema = {
      type: 'object',
      required: ['id', 'secret', 'name'],
      properties: {
        id: { $ref: '#/components/schemas/Id' },
        secret: { type: 'string', writeOnly: true },
        name: { type: 'string' },
      },
    };
    const described = { schema, schemas: { Id: { type: 'integer', readOnly: true } } };
    expect(checkOf(described)({ secret: 's', name: 'n' })).toBeUndefined();
    expect(checkOf(described, 'ANSWER')({ id: 1, name: 'n' })).toBeUndefined();
    expect(checkOf(described)({ name: 'n' })).toEqual({ pointer: '/secret', keyword: 'required' });
    expect(checkOf(described, 'ANSWER')({ name: 'n' })).toEqual({ pointer: '/id', keyword: 'required' });
  });

  it('end where many values are compared', () => {
    const fault = checkOf({ schema: { type: 'array', uniqueItems: true } });
    expect(fault([{ a: 1 }, { a: 2 }])).toBeUndefined();
    expect(fault([{ a: 1 }, { a: 1 }])).toEqual({ pointer: '', keyword: 'uniqueItems' });
    expect(() => fault(Array.from({ length: 5_000 }, (_, at) => ({ at })))).toThrow();
  });
});
