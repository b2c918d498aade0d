import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import type { CommandContext } from './command-context.ts';
import { fail, reasonOf } from './command-fault.ts';
import { isJsonObject } from './json.ts';

/** Reads a file of text. @throws FILE_UNREADABLE */
export function readText({ folder }: CommandContext, file: string): string {
  try {
    return readFileSync(resolve(folder, file), 'utf8');
  } catch (error) {
    return fail('FILE_UNREADABLE', `${file} cannot be read: ${reasonOf(error)}.`);
  }
}

/** Reads the variables of a document from YAML or JSON. @throws USAGE */
export function variablesIn(context: CommandContext, file: string | undefined): object {
  return mapIn(context, file, '--vars');
}

/** Reads a file of YAML or JSON that an option names. Without one the map is empty. @throws USAGE */
export function mapIn(
  context: CommandContext,
  file: string | undefined,
  option: string,
): Readonly<Record<string, unknown>> {
  if (file === undefined) return {};
  const text = readText(context, file);
  try {
    const value: unknown = parse(text) ?? {};
    if (isJsonObject(value)) return value;
  } catch (error) {
    fail('USAGE', `${option} ${file} is no YAML: ${error instanceof Error ? error.message : error}`);
  }
  return fail('USAGE', `${option} ${file} is no map from names to values.`);
}
