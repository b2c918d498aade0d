import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { packageFile } from '../../foundation/package-files.ts';

/** A place in a bundled file, as stacks name it: `file:///…/dist/chunks/gateway-ABC.js:1:234`. */
const BUNDLED = /(file:\/\/\S+\/dist\/\S+\.js):(\d+):(\d+)/g;

const maps = new Map<string, SourceMap | undefined>();

/**
 * Names the sources in a stack of bundled code, as `src/http/problem.ts:12:3`.
 *
 * The maps are read when a stack is first printed. Node's own support for them would read all of them at every start.
 */
export const sourceStack = (stack: string): string => stack.replace(BUNDLED, sourceOf);

function sourceOf(place: string, ...[url, line, column]: string[]): string {
  const entry = mapOf(String(url))?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!entry || !('originalSource' in entry)) return place;
  const source = relative(packageFile('.'), fileURLToPath(new URL(entry.originalSource, url)));
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

function mapOf(url: string): SourceMap | undefined {
  const file = fileURLToPath(`${url}.map`);
  if (!maps.has(file) && existsSync(file))
    maps.set(file, new SourceMap(JSON.parse(readFileSync(file, 'utf8'))));
  return maps.get(file);
}

/** Serializes errors for the log, with the sources in their stacks. */
export function loggedError(error: Error): pino.SerializedError {
  const serialized = pino.stdSerializers.err(error);
  return typeof serialized?.stack === 'string'
    ? Object.assign(serialized, { stack: sourceStack(serialized.stack) })
    : serialized;
}
