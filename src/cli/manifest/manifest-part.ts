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

export type ReadPartOptions = {
  /** Full paths of the file and of the folder tree that its references stay in. */
  readonly manifest: string;
  readonly tree: string;
  /** The path of a file as the user is told of it. */
  readonly shown: (file: string) => string;
  readonly variable: (name: string) => string | undefined;
};

/** The origin of a reference, and the path of its value. */
type PartPosition = { readonly at: YamlPath; positionOf(path: YamlPath): SourcePosition };

/** Fills in one document. A fault leaves the value as it was written, so that all faults are found. */
export function readPart(source: Source, reading: ReadPartOptions): ManifestPart {
  const faults: PositionedFault[] = [];
  const references: string[] = [];
  const held: PartPosition[] = [];
  const value = isJsonObject(source.value) ? fillObject(source.value, []) : notAnObject();
  return { value, faults, references, positionOf };

  function notAnObject(): Record<string, unknown> {
    faults.push({
      position: source.positionOf([]),
      message: 'A manifest is a map of its parts, as export writes it.',
    });
    return {};
  }

  function fillObject(object: Record<string, unknown>, path: YamlPath): Record<string, unknown> {
    const entries = Object.entries(object).map(([name, each]) => [name, fill(each, [...path, name])]);
    return Object.fromEntries(entries);
  }

  function fill(value: unknown, path: YamlPath): unknown {
    if (typeof value === 'string') return fillText(value, path);
    if (Array.isArray(value)) return value.map((item, index) => fill(item, [...path, index]));
    if (isJsonObject(value)) return fillObject(value, path);
    if (typeof value === 'number' && !Number.isFinite(value)) fault(path, `${value} is no number in JSON.`);
    return value;
  }

  function fillText(value: string, path: YamlPath): unknown {
    const { text, messages } = replaceVariables(value, reading.variable);
    for (const message of messages) fault(path, message);
    const reference = referenceAt(path, text);
    return reference ? (follow(reference, path) ?? text) : text;
  }

  function follow(reference: Reference, path: YamlPath): unknown {
    const found = readReference(reference, reading);
    if ('message' in found) return fault(path, found.message);
    references.push(found.file);
    const file = reading.shown(found.file);
    if (reference.kind === 'text') {
      held.push({ at: path, positionOf: () => ({ file, line: 1, column: 1 }) });
      return found.text;
    }
    const { sources, faults: inside } = readSources(file, found.text);
    faults.push(...inside);
    const [document, ...others] = sources;
    if (others.length > 0) return fault(path, `${reference.path} holds several documents: leave one.`);
    if (!document) return inside.length > 0 ? undefined : fault(path, `${reference.path} is empty.`);
    held.push({ at: path, positionOf: document.positionOf });
    return document.value;
  }

  function fault(path: YamlPath, message: string): undefined {
    faults.push({ position: source.positionOf(path), message });
  }

  function positionOf(path: YamlPath): SourcePosition {
    const within = held.find(({ at }) => at.every((step, index) => step === path[index]));
    return within ? within.positionOf(path.slice(within.at.length)) : source.positionOf(path);
  }
}
