import { readFileSync } from 'node:fs';
import { ValidationSeverity, validate } from 'dockerfile-utils';

/** @returns what is wrong with the Dockerfile, a line each */
export function lintDockerfile(text = readFileSync('Dockerfile', 'utf8')) {
  const casing = ValidationSeverity.WARNING;
  return validate(text, { instructionCasing: casing, instructionWorkdirRelative: casing }).map(
    ({ range, message }) => `Dockerfile:${range.start.line + 1}: ${message}`,
  );
}
