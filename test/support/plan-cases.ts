// Random GraphQL servers, documents and answers of back-ends, for the comparison of plans with graphql-js.
import {
  type DocumentNode,
  type ExecutionArgs,
  execute,
  GraphQLSchema,
  NoUnusedVariablesRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import {
  type ExecutableModel,
  schemaParts,
} from '../../src/data-plane/graphql-server/build/executable-schema.ts';
import { ExecutionPlans } from '../../src/data-plane/graphql-server/plan/execution-plans.ts';
import { runPlan } from '../../src/data-plane/graphql-server/plan/run-plan.ts';
import { asResult } from '../../src/data-plane/graphql-server/plan/use-plans.ts';
import { linkBudget } from '../../src/data-plane/graphql-server/rest/link-budget.ts';
import type { GraphQLServerContext } from '../../src/data-plane/graphql-server/serve/context.ts';
import { asBackendError } from '../../src/data-plane/graphql-server/serve/use-backend-errors.ts';
import { refuse } from '../../src/foundation/errors.ts';
import type {
  FieldModel,
  ObjectModel,
  OperationModel,
  TypeModel,
} from '../../src/openapi/to-graphql/model.ts';

/** Chooses a whole number from 0 to below `count`. */
type Choose = (count: number) => number;

/** The same choices for the same seed (mulberry32). */
function choicesOf(seed: number): Choose {
  let state = seed;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

/** The way in which a document was answered, and the answer. */
export type Comparison = {
  readonly way: 'WRITTEN' | 'WITH_ERRORS' | 'REFERENCE' | 'INVALID';
  readonly document: string;
  readonly planned: string;
  readonly reference: string;
};

const LEAVES = ['String', 'ID', 'Int', 'Float', 'Boolean', 'BigInt', 'JSON', 'DateTime', 'Byte', 'Color'];
const MEMBERS = [
  'id',
  'name',
  'size',
  'kind',
  'constructor',
  'toString',
  'ok',
  'tags',
  'owner',
  'kebab_name',
];
const TEXTS = [
  '',
  'a',
  'Bern',
  '12',
  '"\\',
  '\u0007',
  'é',
  '😀',
  '\ud800',
  '\u2028',
  'red',
  'dark-blue',
  'true',
];
const NUMBERS = [0, -0, 1, -7, 2.5, 2 ** 31, -(2 ** 31), 2 ** 53 + 2, 1e21, 1e-7];
const VARIABLES = '$a: Boolean!, $b: Boolean = true, $n: Int, $t: String = "t", $i: PetInput, $l: [Int!]';

class Case {
  readonly #choose: Choose;
  readonly #fragments: string[] = [];

  constructor(choose: Choose) {
    this.#choose = choose;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.#choose(list.length)] as T;
  }

  /** Is true once in so many times. */
  once(times: number): boolean {
    return this.#choose(times) === 0;
  }

  model(): ExecutableModel {
    const names = ['Pet', 'Owner', 'Place'];
    const typeText = (name: string): string => {
      const text = this.once(5) ? `${name}!` : name;
      return this.once(4) ? `[${text}]${this.once(4) ? '!' : ''}` : text;
    };
    const object = (name: string): ObjectModel => {
      const members = MEMBERS.filter(() => !this.once(2));
      const fields = (members.length > 0 ? members : ['id']).map((member): FieldModel => {
        const of = this.once(3) ? this.pick([...names, 'Any']) : this.pick(LEAVES);
        const type = typeText(of);
        return {
          name: member,
          type,
          description: null,
          ...(member === 'kebab_name' && { member: 'kebab-name' }),
        };
      });
      const link = { operation: 'op0', values: {} };
      const linking = this.once(12) ? [{ name: 'link', type: 'Pet', description: null, link }] : [];
      return { kind: 'OBJECT', name, description: null, fields: [...fields, ...linking] };
    };
    const types: TypeModel[] = [
      ...names.map(object),
      {
        kind: 'UNION',
        name: 'Any',
        description: null,
        types: ['Pet', 'Owner'],
        ...(this.once(2) && { discriminator: { member: 'kind', types: { red: 'Pet', a: 'Owner' } } }),
      },
      {
        kind: 'ENUM',
        name: 'Color',
        description: null,
        values: [
          { name: 'red', value: 'red' },
          { name: 'dark_blue', value: 'dark-blue' },
        ],
      },
      {
        kind: 'INPUT',
        name: 'PetInput',
        description: null,
        fields: [
          { name: 'n', type: 'Int!', description: null },
          { name: 'kebab_name', member: 'kebab-name', type: 'String', description: null },
        ],
      },
    ];
    const argument = (name: string, type: string, at = 'query') => ({
      name,
      type,
      description: null,
      place: { in: at as 'query', name, style: 'form', explode: true },
    });
    const root = this.once(5) ? ('Mutation' as const) : ('Query' as const);
    const operations = Array.from({ length: 3 }, (_, at): OperationModel => {
      const answer = this.once(8) ? ('TEXT' as const) : ('JSON' as const);
      const type = answer === 'TEXT' ? 'String' : typeText(this.pick([...names, 'Any', 'Color', 'Float']));
      const args = [argument('n', 'Int'), argument('t', 'String'), argument('i', 'PetInput')];
      const needed = this.once(4) ? [argument('needed', 'String!', 'path')] : [];
      return {
        source: 's',
        id: `op${at}`,
        root,
        field: `op${at}`,
        type,
        description: null,
        isDeprecated: false,
        method: 'GET',
        path: needed.length > 0 ? `/op${at}/{needed}` : `/op${at}`,
        sends: null,
        answer,
        arguments: [...args, ...needed, argument('l', '[Int!]')],
      } as OperationModel;
    });
    return { types, operations };
  }

  document({ types, operations }: ExecutableModel): string {
    const selections = Array.from({ length: 1 + this.#choose(4) }, () => {
      if (this.once(8)) return this.#directed('__typename');
      const operation = this.pick(operations);
      return this.#field(operation, { args: this.#arguments(operation), types, depth: 0 });
    });
    const name = this.once(2) ? 'Q' : '';
    const other = name && this.once(8) ? ' query Other { __typename }' : '';
    const kind = operations[0]?.root === 'Mutation' ? 'mutation' : 'query';
    const uses = `${kind} ${name}(${VARIABLES}) { ${selections.join(' ')} }`;
    return `${uses}${other} ${this.#fragments.join(' ')}`;
  }

  #arguments({ arguments: all }: OperationModel): string {
    const values: Record<string, readonly string[]> = {
      n: ['1', '$n', 'null'],
      t: ['"x"', '$t', '""'],
      i: ['{ n: 1, kebab_name: "k" }', '$i', '{ n: 2, kebab_name: $t }'],
      needed: ['"1"', '$t', '".."', '""'],
      l: ['[1, 2]', '$l', '[]', '3'],
    };
    const used = all.filter(({ name }) => name === 'needed' || this.once(4));
    const texts = used.map(({ name }) => `${name}: ${this.pick(values[name] ?? ['null'])}`);
    return texts.length > 0 ? `(${texts.join(', ')})` : '';
  }

  #field(
    { name, field = name, type }: { name?: string; field?: string; type: string },
    { args, types, depth }: { args: string; types: readonly TypeModel[]; depth: number },
  ): string {
    // Fields of one name have to be the same: few names would make few documents valid.
    const names = Array.from({ length: 40 }, (_, at) => `x${at}`);
    const isAliased = args !== '' || this.once(3);
    const alias = isAliased
      ? `${this.once(20) ? this.pick(['__proto__', 'id', 'name']) : this.pick(names)}: `
      : '';
    const sub = this.#selection(type.replace(/[[\]!]/g, ''), { types, depth: depth + 1 });
    return this.#directed(`${alias}${field}${args}`) + sub;
  }

  #selection(name: string, { types, depth }: { types: readonly TypeModel[]; depth: number }): string {
    const type = types.find((each) => each.name === name);
    if (type?.kind !== 'OBJECT' && type?.kind !== 'UNION') return '';
    const all = type.kind === 'OBJECT' ? type.fields : [];
    const count = 1 + this.#choose(4);
    const parts = Array.from({ length: count }, () => {
      const kind = this.#choose(6);
      if (depth > 4 || all.length === 0 ? kind < 2 : kind === 0) return this.#directed('__typename');
      if (type.kind === 'UNION' || kind === 1) {
        const on = this.once(4)
          ? name
          : this.pick(type.kind === 'UNION' ? type.types : [name, name === 'Place' ? name : 'Any']);
        const set = this.#selection(on, { types, depth: depth + 1 });
        if (this.once(2)) return `${this.#directed(`... on ${on}`)}${set}`;
        const fragment = `F${this.#fragments.length}`;
        this.#fragments.push(`fragment ${fragment} on ${on}${set}`);
        return this.#directed(`...${fragment}`);
      }
      const leaves =
        depth > 3 ? all.filter((each) => LEAVES.includes(each.type.replace(/[[\]!]/g, ''))) : all;
      return leaves.length > 0
        ? this.#field(this.pick(leaves), { args: '', types, depth })
        : this.#directed('__typename');
    });
    return ` { ${parts.join(' ')} }`;
  }

  #directed(text: string): string {
    if (!this.once(6)) return text;
    return `${text} @${this.pick(['skip', 'include'])}(if: ${this.pick(['$a', '$b', 'true', 'false'])})`;
  }

  variables(): Record<string, unknown> {
    return {
      ...(!this.once(30) && { a: this.once(2) }),
      ...(this.once(3) && { b: this.pick([true, false]) }),
      ...(this.once(2) && { n: this.pick([1, null, 5, this.once(6) ? 'no number' : 2]) }),
      ...(this.once(3) && { t: this.pick(['v', null, '..']) }),
      ...(this.once(3) && { i: this.pick([{ n: 2 }, null, { n: 3, kebab_name: 'é' }]) }),
      ...(this.once(3) && { l: this.pick([[1], [], null]) }),
    };
  }

  /** A value that mostly fits its type. */
  value(typeText: string, types: readonly TypeModel[], depth = 0): unknown {
    if (this.once(60)) return this.pick([null, ...TEXTS, ...NUMBERS, true, [], {}, { a: 1 }, [[1]]]);
    const text = typeText.replace(/!$/, '');
    if (typeText === text && this.once(10)) return null;
    if (text.startsWith('['))
      return Array.from({ length: this.#choose(4) }, () => this.value(text.slice(1, -1), types, depth));
    const type = types.find(({ name }) => name === text);
    if (type?.kind === 'UNION') return this.value(this.pick(type.types), types, depth);
    if (type?.kind === 'ENUM') return this.pick(type.values).value;
    if (type?.kind === 'OBJECT') {
      const fields = type.fields.filter((field) => !field.link && !this.once(depth > 3 ? 3 : 25));
      const members = fields.map((field) => [
        field.member ?? field.name,
        depth > 5 ? null : this.value(field.type, types, depth + 1),
      ]);
      return Object.fromEntries(this.once(6) ? [...members, ['kind', 'red'], ['extra', 1]] : members);
    }
    switch (text) {
      case 'Int':
        return this.once(20) ? this.pick(NUMBERS) : this.#choose(1000) - 500;
      case 'Float':
        return this.pick(NUMBERS);
      case 'BigInt':
        return this.pick([1, 2 ** 40, '9007199254740993', -3]);
      case 'Boolean':
        return this.once(2);
      case 'JSON':
        return this.pick([1, 'x', [1, { a: null }], { b: '"', 2: 1, 1: 2 }, false]);
      case 'ID':
        return this.once(3) ? this.#choose(99) : this.pick(TEXTS);
      default:
        return this.pick(TEXTS);
    }
  }

  answers({ types, operations }: ExecutableModel): (path: string) => Reply {
    const replies = operations.map(({ type, answer }): Reply => {
      const status = this.once(12) ? this.pick([404, 500, 204]) : 200;
      const value = this.value(type, types);
      const json = this.once(30) ? this.pick(['', 'no JSON', '{', 'null']) : JSON.stringify(value);
      const content = answer === 'TEXT' ? this.pick(TEXTS) : json;
      return { status, content, turns: this.#choose(4), isRefused: this.once(15), isSlow: this.once(2) };
    });
    return (path) => replies[Number(/op(\d)/.exec(path)?.[1])] as Reply;
  }
}

type Reply = {
  readonly status: number;
  readonly content: string;
  /** Turns of the event loop before it comes. */
  readonly turns: number;
  readonly isRefused: boolean;
  /** True for a policy that decides later. */
  readonly isSlow: boolean;
};

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function contextOf(replyTo: (path: string) => Reply): GraphQLServerContext {
  return {
    backend: async ({ url }: { url: string }) => {
      const { status, content, turns } = replyTo(url);
      for (let left = turns; left > 0; left -= 1) await turn();
      return { status, content: Buffer.from(content) };
    },
    access: ({ field }: { field: string }) => {
      const { isRefused, isSlow } = replyTo(field);
      if (isSlow) return Promise.resolve().then(() => (isRefused ? refuse('POLICY_REFUSED') : undefined));
      return isRefused ? refuse('POLICY_REFUSED') : undefined;
    },
    links: linkBudget(),
    headers: new Headers(),
  } as unknown as GraphQLServerContext;
}

/** Each document declares all variables. */
const rules = specifiedRules.filter((rule) => rule !== NoUnusedVariablesRule);

/** Compares the answers of a random document by its plan and by graphql-js. */
export async function compareOne(seed: number): Promise<Comparison> {
  const random = new Case(choicesOf(seed));
  const model = random.model();
  const backEnds = new Map([['s', { url: 'http://back-end', headers: [], timeoutMs: 1000 }]]);
  const { query, mutation } = schemaParts(model, backEnds);
  const schema = new GraphQLSchema({ query, mutation, assumeValid: true });
  const text = random.document(model);
  const document = parse(text);
  const replyTo = random.answers(model);
  const variableValues = random.variables();
  if (validate(schema, document, rules).length > 0)
    return { way: 'INVALID', document: text, planned: '', reference: '' };
  const operationName = / Q\(/.test(text) ? 'Q' : undefined;
  const args = { schema, document, variableValues, operationName } as const;
  const contextValue = contextOf(replyTo);
  const reference = await byReference({ ...args, contextValue });
  const [way, planned] = await byPlan({ ...args, contextValue: contextOf(replyTo) });
  return { way, document: text, planned, reference };
}

async function byReference(args: ExecutionArgs): Promise<string> {
  const { errors, ...rest } = await execute(args);
  return JSON.stringify({ ...(errors && { errors: errors.map(asBackendError) }), ...rest });
}

async function byPlan(
  args: ExecutionArgs & { document: DocumentNode },
): Promise<[Comparison['way'], string]> {
  const context = args.contextValue as GraphQLServerContext;
  const bound = new ExecutionPlans(args.schema).planOf(args.document, {
    operationName: args.operationName,
    variables: args.variableValues,
  });
  const result = bound && (await runPlan(bound, context));
  if (!result) return ['REFERENCE', await byReference(args)];
  if ('text' in result) return ['WRITTEN', result.text];
  return ['WITH_ERRORS', asResult(result).stringify(result)];
}
