import { isAbsolute, relative } from 'node:path';
import type { CommandContext } from '../command-context.ts';
import { fail } from '../command-fault.ts';
import { isJsonObject } from '../json.ts';
import { readFiles } from './files.ts';
import { type ManifestPart, readPart } from './manifest-part.ts';
import { mergeParts } from './merge.ts';
import { formatPosition, readSources, type SourcePosition, type YamlPath } from './yaml-source.ts';

/** The wanted state of an org, as one JSON object made from all files. */
export type MergedManifest = {
  readonly value: Readonly<Record<string, unknown>>;
  readonly fileCount: number;
  /** The org that it says it is for. */
  readonly org: string | undefined;
  /** Position of the value at a path. */
  positionOf(path: YamlPath): SourcePosition;
};

/**
 * Reads a manifest from files and folders.
 *
 * @throws MANIFEST_INVALID naming every fault with `file:line:column`, and what {@link readFiles} throws
 */
export function readManifest(
  { folder, environment }: CommandContext,
  named: readonly string[],
): MergedManifest {
  const displayPath = (file: string) => {
    const path = relative(folder, file);
    return path.startsWith('..') || isAbsolute(path) ? file : path;
  };
  const read = readFiles(folder, named).map(({ file, text, tree, isNamed }) => {
    const { sources, faults } = readSources(displayPath(file), text);
    const reading = { manifest: file, tree, displayPath, variable: environment.variable };
    const parts = sources.filter(({ value }) => value !== null).map((source) => readPart(source, reading));
    return { file, isNamed, parts, faults: [...faults, ...parts.flatMap((part) => part.faults)] };
  });
  // Documents that a manifest refers to may stand in its folder; they are no manifests of their own.
  const documents = new Set(read.flatMap(({ parts }) => parts.flatMap(({ references }) => references)));
  const files = read.filter(({ file, isNamed }) => isNamed || !documents.has(file));
  const parts: ManifestPart[] = files.flatMap((each) => each.parts);
  const merged = mergeParts(parts);
  const faults = [...files.flatMap((each) => each.faults), ...merged.faults];
  if (faults.length > 0)
    fail(
      'MANIFEST_INVALID',
      wrongIn(faults.length),
      faults.map(({ position, message }) => `${formatPosition(position)}: ${message}`),
    );
  const [first] = parts;
  if (!first) return fail('MANIFEST_INVALID', `There is nothing in ${named.join(', ')}.`);
  return {
    value: merged.value,
    fileCount: files.length,
    org: orgIn(merged.value),
    positionOf: (path) => merged.positionOf(path) ?? first.positionOf([]),
  };
}

function orgIn({ org }: MergedManifest['value']): string | undefined {
  const name = isJsonObject(org) ? org['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The sentence above a list of faults. */
export function wrongIn(count: number): string {
  return `The manifest is wrong in ${count === 1 ? 'one place' : `${count} places`}.`;
}
