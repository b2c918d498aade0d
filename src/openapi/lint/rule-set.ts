import { type InputPath, type RefusalDetails, refuse } from '../../foundation/errors.ts';
import { isObject, type JsonObject } from '../../foundation/json.ts';

/** The rule set of Spectral that every org has. */
export const BUILT_IN = 'spectral:oas';

const RULES_MAX = 500;
/** Characters of a name. Each finding has that of its rule. */
const NAME_MAX = 200;
const MEMBERS = new Set(['extends', 'rules', 'aliases', 'formats', 'documentationUrl']);
const SEVERITIES: readonly unknown[] = [
  'error',
  'warn',
  'info',
  'hint',
  'off',
  'all',
  'recommended',
  'never',
];
/** An expression within a message, which Spectral would evaluate. */
const EVALUATED = /#\{\{/;

/** The parts of Spectral that rule sets name. */
type SpectralParts = {
  readonly oas: unknown;
  readonly functions: Readonly<Record<string, unknown>>;
  readonly formats: Readonly<Record<string, unknown>>;
};

/** Reads a rule set as Spectral writes it into a definition for its engine. It names nothing outside of itself. */
export class RuleSetReader {
  readonly #parts: SpectralParts;
  readonly #path: InputPath;

  /** @param path where the input holds the rule set */
  constructor(parts: SpectralParts, path: InputPath) {
    this.#parts = parts;
    this.#path = path;
  }

  /** @throws RULE_SET_INVALID with the path of the member at fault */
  read(value: unknown): JsonObject {
    if (!isObject(value)) return this.#fault('A rule set is an object with rules, or its YAML or JSON text.');
    for (const name of Object.keys(value)) if (!MEMBERS.has(name)) this.#refuseMember(name);
    const rules = value['rules'] ?? {};
    if (!isObject(rules)) return this.#fault('rules is an object of rules by name.', 'rules');
    const names = Object.keys(rules);
    if (names.length > RULES_MAX)
      this.#fault(`There are ${names.length} rules: give at most ${RULES_MAX}.`, 'rules');
    this.#checkNames(names, 'rules');
    if (names.length === 0 && value['extends'] == null)
      this.#fault('It has no rules: give rules or extends.');
    return {
      ...(value['extends'] != null && { extends: this.#extended(value['extends']) }),
      ...(value['formats'] != null && { formats: this.#formats(value['formats'], 'formats') }),
      ...(value['aliases'] != null && { aliases: this.#aliases(value['aliases']) }),
      rules: Object.fromEntries(names.map((name) => [name, this.#rule(name, rules[name])])),
    };
  }

  #refuseMember(name: string): never {
    const reasons: Record<string, string> = {
      functions: 'Functions of your own are JavaScript, which is not run: use the functions of Spectral.',
      functionsDir: 'Functions of your own are JavaScript, which is not run: use the functions of Spectral.',
      overrides: 'overrides go by the names of files, which documents do not have here: leave them out.',
      parserOptions: 'parserOptions do not apply: documents are read before rules see them. Leave them out.',
    };
    return this.#fault(reasons[name] ?? `A rule set has no member ${name}.`, name);
  }

  #extended(value: unknown): unknown[] {
    const list = isPair(value) || !Array.isArray(value) ? [value] : value;
    return list.map((each, index) => {
      const [name, which] = Array.isArray(each) ? each : [each, 'recommended'];
      if (name !== BUILT_IN)
        this.#fault(
          `A rule set extends ${BUILT_IN} alone: nothing is read from addresses, files or packages. Write the rules of ${String(name).slice(0, 100)} into it.`,
          'extends',
          index,
        );
      if (!CHOICES.includes(which))
        this.#fault('Beside its name stands all, recommended or off.', 'extends', index);
      return [this.#parts.oas, which];
    });
  }

  #formats(value: unknown, ...at: InputPath): unknown[] {
    if (!Array.isArray(value)) return this.#fault('formats is a list.', ...at);
    return value.map((name, index) => {
      const format = own(this.#parts.formats, String(name).replaceAll('-', '_').replaceAll('.', '_'));
      if (format === undefined)
        this.#fault(`There is no format ${String(name).slice(0, 100)}.`, ...at, index);
      return format;
    });
  }

  #aliases(value: unknown): JsonObject {
    if (!isObject(value)) return this.#fault('aliases is an object of JSONPaths by name.', 'aliases');
    this.#checkNames(Object.keys(value), 'aliases');
    return Object.fromEntries(
      Object.entries(value).map(([name, alias]) => {
        if (!isObject(alias) || !Array.isArray(alias['targets'])) return [name, alias];
        const targets = alias['targets'].map((target: unknown, index) =>
          isObject(target)
            ? {
                ...target,
                formats: this.#formats(target['formats'], 'aliases', name, 'targets', index, 'formats'),
              }
            : target,
        );
        return [name, { ...alias, targets }];
      }),
    );
  }

  /** Spectral reads names in plain objects, where these are members of every object. */
  #checkNames(names: readonly string[], member: string): void {
    const inherited = names.find((name) => name in {});
    if (inherited !== undefined) this.#fault(`It cannot be named ${inherited}.`, member, inherited);
    const long = names.find(({ length }) => length > NAME_MAX);
    if (long !== undefined)
      this.#fault(`The name ${long.slice(0, 40)}… has more than ${NAME_MAX} characters.`, member);
  }

  #rule(name: string, rule: unknown): unknown {
    if (!isObject(rule)) {
      if (typeof rule === 'boolean' || SEVERITIES.includes(rule)) return rule;
      return this.#fault('A rule is an object, or off, error, warn, info, hint.', 'rules', name);
    }
    if (EVALUATED.test(`${rule['message']} ${rule['description']}`))
      this.#fault('A message evaluates nothing: write {{value}} without #.', 'rules', name, 'message');
    const { then, formats } = rule;
    const steps = Array.isArray(then) ? then : [then];
    const read = steps.map((step, index) => this.#step(step, ['rules', name, 'then', index]));
    return {
      ...rule,
      // biome-ignore lint/suspicious/noThenProperty: rules of Spectral have it
      ...(then !== undefined && { then: read }),
      ...(formats != null && { formats: this.#formats(formats, 'rules', name, 'formats') }),
    };
  }

  #step(step: unknown, at: InputPath): unknown {
    if (!isObject(step)) return step;
    const { field } = step;
    if (typeof field === 'string' && field.startsWith('$'))
      this.#fault(
        'field is a name, or names with points between: a JSONPath stands in given.',
        ...at,
        'field',
      );
    const name = String(step['function']);
    const found = own(this.#parts.functions, name);
    if (found === undefined)
      this.#fault(
        `There is no function ${name.slice(0, 100)}: those of Spectral are ${Object.keys(this.#parts.functions).join(', ')}.`,
        ...at,
        'function',
      );
    return { ...step, function: found };
  }

  #fault(detail: RefusalDetails['detail'], ...at: InputPath): never {
    return refuse('RULE_SET_INVALID', { detail, path: [...this.#path, ...at] });
  }
}

const CHOICES: readonly unknown[] = ['all', 'recommended', 'off'];

/** Tells a name with the choice of its rules from a list of names. */
const isPair = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && CHOICES.includes(value[1]);

const own = (parts: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(parts, name) ? parts[name] : undefined;
