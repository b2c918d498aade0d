import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/process/settings/config.ts';
import { helm } from './helm.mjs';
import { lintManifests } from './manifests.mjs';

const CHART = 'deploy/helm/gatehouse';
const VALUES = 'deploy/lint/values';
/** Values that the chart has to refuse, and the messages. They are added to the least that it takes. */
const REFUSED = [
  ['existingSecret=', 'existingSecret'],
  ['gatewayUrl=api.acme.example', 'gatewayUrl'],
  ['settings.LOG_LEVLE=info', 'LOG_LEVLE'],
  ['settings.SECRET_KEY=in-clear', 'SECRET_KEY'],
  ['parts.kitchen.enabled=true', 'kitchen'],
  ['parts.gateway.replicas=0', 'replicas'],
  ['parts.gateway.ingress.enabled=true', 'host'],
  ['replicaCount=3', 'replicaCount'],
];

/** @returns what is wrong with the chart: by Helm, by Kubernetes' schemas, and by what the platform reads */
export async function lintChart(chart = CHART) {
  const values = readdirSync(VALUES).map((name) => join(VALUES, name));
  const rendered = await Promise.all(values.map((file) => lintWith(chart, file)));
  const refused = await Promise.all(REFUSED.map((refusal) => lintRefusal(chart, refusal)));
  const manifests = rendered.flatMap(({ manifests }) => manifests);
  const faults = [...rendered.flatMap(({ faults }) => faults), ...refused.flat()];
  return [...faults, ...manifests.flatMap(lintContainers), ...(await lintManifests(manifests))];
}

async function lintWith(chart, file) {
  const lint = await helm('lint', '--strict', '--quiet', chart, '--values', file);
  const { code, stdout, said } = await helm(
    'template',
    'acme',
    chart,
    '--namespace',
    'apis',
    '--values',
    file,
  );
  const faults = [lint.code !== 0 && lint.said, code !== 0 && said];
  const manifests = parseAllDocuments(code === 0 ? stdout : '')
    .map((document) => document.toJS())
    .filter(Boolean)
    .map((manifest) => ({
      manifest,
      name: `${basename(file)}: ${manifest.kind} ${manifest.metadata?.name}`,
    }));
  return { faults: faults.filter(Boolean).map((fault) => `${file}: ${fault}`), manifests };
}

async function lintRefusal(chart, [set, named]) {
  const { code, said } = await helm(
    'template',
    chart,
    '--values',
    join(VALUES, 'minimal.yaml'),
    '--set',
    set,
  );
  if (code !== 0 && said.includes(named)) return [];
  return [
    `--set ${set} should be refused by values.schema.json, with a word about ${named}: ${said.slice(0, 500)}`,
  ];
}

/** Would the platform take these settings, and listen where the probes and Services look? */
function lintContainers({ manifest, name }) {
  const containers = manifest.spec?.template?.spec?.containers ?? [];
  return containers.flatMap(({ env = [], ports = [] }) => {
    const settings = Object.fromEntries(
      env.map((setting) => [setting.name, setting.value ?? SECRETS[setting.name]]),
    );
    try {
      const config = readConfig({ ...settings, NODE_ENV: 'production' });
      const [role] = config.roles;
      const wanted = { http: config.ports[PORT_OF[role]], operations: config.ports.operations };
      return ports
        .filter((port) => wanted[port.name] !== port.containerPort)
        .map((port) => `${name}: the port ${port.name} is ${wanted[port.name]}, not ${port.containerPort}`);
    } catch (error) {
      return [`${name}: ${error.message}`];
    }
  });
}

const PORT_OF = { gateway: 'gateway', control: 'control', 'graphql-server': 'graphqlServer' };
/** Members that the Secret might hold. */
const SECRETS = {
  DATABASE_URL: 'postgres://postgres/gatehouse',
  REDIS_URL: 'redis://redis',
  SECRET_KEY: 'x'.repeat(32),
};
