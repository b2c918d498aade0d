// Prints what is written from the code: pages of docs/reference, diagrams, the settings of the chart's values schema, the variables of
// compose.yaml, and the last row of the dashboard; with --check, says whether they are in step.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { printCommandLine } from './reference/cli.ts';
import { printDashboard } from './reference/dashboard.ts';
import { printDiagrams } from './reference/diagrams.ts';
import { printErrors } from './reference/errors.ts';
import { printMetrics } from './reference/metrics.ts';
import { printQuotas } from './reference/quotas.ts';
import { printRfcs } from './reference/rfcs.ts';
import { printSecurityTypes } from './reference/security-types.ts';
import { printCompose, printSettings, printValuesSchema } from './reference/settings.ts';

const VALUES_SCHEMA = 'deploy/helm/gatehouse/values.schema.json';
const COMPOSE = 'compose.yaml';
const DASHBOARD = 'deploy/grafana/gatehouse.json';

/** JSON as `npm run format` leaves it. */
function formatted(json: string): string {
  const args = ['format', '--stdin-file-path=values.json'];
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/biome', args, {
    input: json,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`biome format: ${stderr}`);
  return stdout;
}

const files: [file: string, text: string][] = [
  ['docs/reference/settings.md', printSettings()],
  ['docs/reference/errors.md', printErrors()],
  ['docs/reference/metrics.md', printMetrics()],
  ['docs/reference/cli.md', printCommandLine()],
  ['docs/reference/rfc.md', printRfcs()],
  ['docs/reference/quotas.md', printQuotas()],
  ['docs/reference/security-types.md', printSecurityTypes()],
  [VALUES_SCHEMA, formatted(printValuesSchema(VALUES_SCHEMA))],
  [COMPOSE, printCompose(COMPOSE)],
  [DASHBOARD, formatted(printDashboard(DASHBOARD))],
  ...(await printDiagrams()),
];

for (const [file, text] of files) {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not in step with the code: run "npm run reference" and commit it.`);
    process.exitCode = 1;
  }
}
