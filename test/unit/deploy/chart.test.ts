import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settings } from '../../../src/process/settings/settings.ts';

const CHART = 'deploy/helm/gatehouse';
const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')) as {
  definitions: { settings: { properties: Record<string, unknown> } };
};
const templates = readFileSync(`${CHART}/templates/_pod.tpl`, 'utf8');
/** Read from the environment by the exporter itself. */
const OF_OPENTELEMETRY = ['OTEL_RESOURCE_ATTRIBUTES'];
/** What has one value in an image, and what is no part of a platform in production. */
const FIXED = [
  'NODE_ENV',
  'HOST',
  'DATA_DIR',
  'ROLES',
  'DEMO',
  'GATEWAY_PORT',
  'CONTROL_PORT',
  'GRAPHQL_SERVER_PORT',
  'BACKENDS_PORT',
  'OPS_PORT',
];

const known = Object.keys(settings.shape);
const allowed = Object.keys(schema.definitions.settings.properties);

describe('the chart', () => {
  it('lets each setting of the platform be given once: as a value, by the chart itself or by the Secret', () => {
    const [, secret = ''] = templates.match(/"gatehouse.stores"([\s\S]+)"gatehouse.urls"/) ?? [];
    const bySecret = [...secret.matchAll(/"([A-Z_]+)"/g)].map(([, name]) => name);
    const byChart = [...templates.matchAll(/- name: ([A-Z_]+)/g)].map(([, name]) => name);
    expect(known.length).toBeGreaterThan(30);
    expect([...allowed, ...bySecret, ...byChart, ...FIXED].sort()).toEqual(
      [...known, ...OF_OPENTELEMETRY].sort(),
    );
  });

  it('carries the very alert rules and dashboard that are there without it', () => {
    for (const [linked, original] of [
      ['alerts.yaml', 'prometheus/alerts.yaml'],
      ['dashboard.json', 'grafana/gatehouse.json'],
    ])
      expect(readFileSync(`${CHART}/files/${linked}`, 'utf8')).toBe(
        readFileSync(`deploy/${original}`, 'utf8'),
      );
  });

  it('has the version of the platform', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(readFileSync(`${CHART}/Chart.yaml`, 'utf8')).toContain(`\nappVersion: ${version}\n`);
    expect(readFileSync('compose.yaml', 'utf8')).toContain(`:-gatehouse:${version}}`);
  });
});
