import { mkdirSync, writeFileSync } from 'node:fs';
import { execute } from './execute.mjs';

/** A file in a folder where packages of deploy/lint can be imported. */
const TYPED = 'deploy/lint/node_modules/.cache/manifests.ts';
const TSC = 'node_modules/typescript-native/bin/tsc';

/**
 * Checks manifests against the schemas of Kubernetes and of the Prometheus operator.
 *
 * Values are checked by validators made of the schemas. They do not mind unknown fields, which Kubernetes drops: names
 * of fields are checked by types made of the schemas.
 *
 * @returns what is wrong, a line each
 */
export async function lintManifests(manifests) {
  const values = await Promise.all(manifests.map(lintValues));
  return [...values.flat(), ...(await lintNames(manifests))];
}

const moduleOf = ({ apiVersion, kind }) =>
  `${apiVersion.startsWith('monitoring.coreos.com/') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'}/${apiVersion}/${kind}`;

async function lintValues({ manifest, name }) {
  try {
    const { [manifest.kind]: Model } = await import(moduleOf(manifest));
    new Model(manifest).validate();
    return [];
  } catch (error) {
    return [`${name}: ${error.message}`];
  }
}

async function lintNames(manifests) {
  const typed = manifests.map(
    ({ manifest }, index) =>
      `export const m${index}: import('${moduleOf(manifest)}').I${manifest.kind} = ${JSON.stringify(manifest)};`,
  );
  mkdirSync('deploy/lint/node_modules/.cache', { recursive: true });
  writeFileSync(TYPED, typed.join('\n'));
  const { code, output } = await execute(process.execPath, [
    TSC,
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--types',
    '',
    '--pretty',
    'false',
    TYPED,
  ]);
  return code === 0
    ? []
    : output
        .trim()
        .split('\n')
        .map((line) => line.replace(/^\S+\((\d+),\d+\)/, (_, row) => manifests[row - 1]?.name ?? ''));
}
