import { isJsonObject } from '../json.ts';
import { type Reference, readReference, referenceAt } from './file-references.ts';
import { replaceVariables } from './variables.ts';
import {
  type PositionedFault,
  readSources,
  type Source,
  type SourcePosition,
  type YamlPath,
} from './yaml-source.ts';

/** One document of a manifest with its references and variables filled in. */
export type ManifestPart = {
  readonly value: Readonly<Record<string, unknown>>;
  readonly faults: readonly PositionedFault[];
  /** The files that it refers to, as full paths. */
  readonly references: readonly string[];
  positionOf(path: YamlPath): SourcePosition;
};

type ReadPartOptions = {
  /** Full paths of the file and of the folder tree that its references stay in. */
  readonly manifest: string;
  readonly tree: string;
  /** The path of a file as the user is told of it. */
  readonly displayPath: (file: string) => string;
  readonly variable: (name: string) => string | undefined;
};

/** The origin of a reference, and the path of its value. */
type PartPosition = { readonly at: YamlPath; positionOf(path: YamlPath): SourcePosition };

/** Fills in one document. A fault leaves the value as it was written, so that all faults are found. */
export function readPart(source: Source, options: ReadPartOptions): ManifestPart {
  return new PartReader(source, options).read();
}

/** Fills in the references and variables of one document, and gathers its faults. */
class PartReader {
  readonly #source: Source;
  readonly #options: ReadPartOptions;
  readonly #faults: PositionedFault[] = [];
  readonly #references: string[] = [];
  /** The values that references were replaced by. */
  readonly #held: PartPosition[] = [];

  constructor(source: Source, options: ReadPartOptions) {
    this.#source = source;
    this.#options = options;
  }

  read(): ManifestPart {
    const { value } = this.#source;
    return {
      value: isJsonObject(value) ? this.#fillObject(value, []) : this.#notAnObject(),
      faults: this.#faults,
      references: this.#references,
      positionOf: (path) => this.#positionOf(path),
    };
  }

  #notAnObject(): Record<string, unknown> {
    this.#fault([], 'A manifest is a map of its parts, as export writes it.');
    return {};
  }

  #fillObject(object: Record<string, unknown>, path: YamlPath): Record<string, unknown> {
    const entries = Object.entries(object).map(([name, each]) => [name, this.#fill(each, [...path, name])]);
    return Object.fromEntries(entries);
  }

  #fill(value: unknown, path: YamlPath): unknown {
    if (typeof value === 'string') return this.#fillText(value, path);
    if (Array.isArray(value)) return value.map((item, index) => this.#fill(item, [...path, index]));
    if (isJsonObject(value)) return this.#fillObject(value, path);
    if (typeof value === 'number' && !Number.isFinite(value))
      this.#fault(path, `${value} is no number in JSON.`);
    return value;
  }

  #fillText(value: string, path: YamlPath): unknown {
    const { text, messages } = replaceVariables(value, this.#options.variable);
    for (const message of messages) this.#fault(path, message);
    const reference = referenceAt(path, text);
    return reference ? (this.#follow(reference, path) ?? text) : text;
  }

  #follow(reference: Reference, path: YamlPath): unknown {
    const found = readReference(reference, this.#options);
    if ('message' in found) return this.#fault(path, found.message);
    this.#references.push(found.file);
    const file = this.#options.displayPath(found.file);
    if (reference.kind === 'text') {
      this.#held.push({ at: path, positionOf: () => ({ file, line: 1, column: 1 }) });
      return found.text;
    }
    const { sources, faults: inside } = readSources(file, found.text);
    this.#faults.push(...inside);
    const [document, ...others] = sources;
    if (others.length > 0) return this.#fault(path, `${reference.path} holds several documents: leave one.`);
    if (!document) return inside.length > 0 ? undefined : this.#fault(path, `${reference.path} is empty.`);
    this.#held.push({ at: path, positionOf: document.positionOf });
    return document.value;
  }

  #fault(path: YamlPath, message: string): undefined {
    this.#faults.push({ position: this.#source.positionOf(path), message });
  }

  #positionOf(path: YamlPath): SourcePosition {
    const within = this.#held.find(({ at }) => at.every((step, index) => step === path[index]));
    return within ? within.positionOf(path.slice(within.at.length)) : this.#source.positionOf(path);
  }
}
